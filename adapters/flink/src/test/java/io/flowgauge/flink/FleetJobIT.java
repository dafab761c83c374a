package io.flowgauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.kafka.Broker;
import io.flowgauge.kafka.EmbeddedReport;
import io.flowgauge.kafka.GeneratedRuns;
import io.flowgauge.kafka.Messages;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The job's jar with only Flink beside it, as on a cluster. */
@Timeout(180)
class FleetJobIT {
  private static final Path JAR = Path.of("target", "flowgauge-flink-job.jar");

  @TempDir private Path folder;

  private static String path() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(part -> !part.contains("flowgauge") && part.endsWith(".jar"))
        .filter(part -> !part.contains("kafka") && !part.contains("picocli"))
        .filter(part -> !part.contains("fastcsv") && !part.contains("statistics"))
        .collect(Collectors.joining(File.pathSeparator, JAR + File.pathSeparator, ""));
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        JavaCommand.with(
            "-Xmx512m", ChildJob.THREADS, "-cp", path(), "io.flowgauge.flink.FleetJob");
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  @Test
  void jar_onFlinkAlone_reportsAndStoresRuns() throws Exception {
    Path database = folder.resolve("runs.db");
    try (Broker broker = new Broker(folder)) {
      Process job =
          start(
              "--kafka",
              broker.servers(),
              "--prefix",
              "job",
              "--settle",
              "500 ms",
              "--checkpoints",
              "300 ms",
              "--repository",
              "jdbc:sqlite:" + database);
      try (EventLog log =
              EventLog.to(LogDestination.parse("kafka://" + broker.servers() + "/job.events"))
                  .open();
          Messages messages = new Messages(broker.servers(), "job.reports")) {
        RunRecorder recorder = Flowgauge.recorder("run");
        GeneratedRuns.record(1, 30, RunLog.begin(log, "id", "run").alongside(recorder));
        log.flush();
        List<ConsumerRecord<byte[], byte[]>> reports = new ArrayList<>();
        Eventually.await(
            "a report",
            () -> {
              assertThat(job.isAlive()).as(Files.readString(folder.resolve("said"))).isTrue();
              reports.addAll(messages.more());
              return !reports.isEmpty();
            });
        assertThat(new String(reports.get(0).value(), UTF_8))
            .isEqualTo(EmbeddedReport.of(recorder.snapshot()));
      } finally {
        job.destroyForcibly().waitFor();
      }
    }
    try (ExperimentRepository repository = ExperimentRepository.open(database)) {
      assertThat(repository.runs(RunFilter.all().tag("run", "id"))).hasSize(1);
    }
  }

  @Test
  void jar_withWrongArguments_saysWhich() throws Exception {
    Process job = start("--kafka", "localhost:9", "--settle", "soon");
    assertThat(job.waitFor()).isNotZero();
    assertThat(Files.readString(folder.resolve("said")))
        .contains("--settle")
        .contains("soon")
        .contains("Usage: flink run flowgauge-flink-job.jar");
  }
}
