package io.flowgauge.cli.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Session;
import io.flowgauge.kafka.Broker;
import io.flowgauge.kafka.GeneratedRuns;
import io.flowgauge.kafka.Messages;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.testsupport.JavaCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class FleetCommandTest {
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;
  private final ExecutorService executor = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    executor.shutdownNow();
  }

  @Test
  void fleet_runThroughKafka_isReportedAndStored() throws Exception {
    Path output = folder.resolve("output");
    Path repository = folder.resolve("runs.db");
    try (Broker broker = new Broker(Files.createDirectory(folder.resolve("broker")))) {
      Process fleet =
          new ProcessBuilder(
                  JavaCommand.with(
                      "--enable-native-access=ALL-UNNAMED",
                      "-cp",
                      System.getProperty("java.class.path"),
                      Main.class.getName(),
                      "fleet",
                      "--kafka",
                      broker.servers(),
                      "--repository",
                      repository.toString(),
                      "--settle",
                      "500ms"))
              .redirectOutput(output.toFile())
              .redirectError(folder.resolve("errors").toFile())
              .start();
      try (EventLog log =
          EventLog.to(LogDestination.parse("kafka://" + broker.servers() + "/flowgauge.events"))
              .open()) {
        for (int k = 0; k < 3; k++) {
          RunLog run = RunLog.begin(log, "r" + k, "generated");
          GeneratedRuns.record(k, 20, run.alongside(Flowgauge.recorder("generated")));
        }
        Eventually.await("runs", () -> Files.readAllLines(output).size() == 3);
      } finally {
        fleet.destroy();
        assertThat(fleet.waitFor(30, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(fleet.exitValue()).isIn(Main.DONE, TERMINATED);
    }
    assertThat(Files.readString(output, UTF_8))
        .containsPattern("run r1 \\(generated\\): 20 activities, 1[0-9]\\.[0-9] s\n");
    assertThat(folder.resolve("errors"))
        .content()
        .contains("flowgauge: reading flowgauge.events at ");
    try (ExperimentRepository stored = ExperimentRepository.open(repository)) {
      assertThat(stored.runs(RunFilter.all())).hasSize(3);
      assertThat(stored.runs(RunFilter.all().tag("run", "r2"))).hasSize(1);
    }
  }

  @Test
  void fleet_outputFails_runsAreReported_untilThePipeIsClosed() throws Exception {
    FailingOutput output = new FailingOutput();
    var errors = new ByteArrayOutputStream();
    Session session = new Session(InputStream.nullInputStream(), output, errors, UTF_8);
    try (Broker broker = new Broker(Files.createDirectory(folder.resolve("broker")))) {
      String[] args = {"fleet", "--kafka", broker.servers(), "--settle", "500ms"};
      Future<Integer> fleet = executor.submit(() -> Main.run(args, session));
      try (EventLog log =
              EventLog.to(LogDestination.parse("kafka://" + broker.servers() + "/flowgauge.events"))
                  .open();
          Messages reports = new Messages(broker.servers(), "flowgauge.reports")) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
          if (k == 2) {
            output.message = "Broken pipe";
          }
          RunLog run = RunLog.begin(log, "r" + k, "generated");
          GeneratedRuns.record(k, 20, run.alongside(Flowgauge.recorder("generated")));
          int count = k + 1;
          Eventually.await("report", () -> all.addAll(reports.more()) && all.size() == count);
        }
      }
      assertThat(fleet.get(60, TimeUnit.SECONDS)).isEqualTo(Main.DONE);
    }
    assertThat(errors.toString(UTF_8))
        .containsOnlyOnce("flowgauge: cannot write to standard output, ")
        .contains("No space left on device")
        .doesNotContain("not stored", "pipe");
  }

  /** An output that fails as a full disk does, later as a pipe without a reader. */
  private static final class FailingOutput extends OutputStream {
    private volatile String message = "No space left on device";

    @Override
    public void write(int b) throws IOException {
      throw new IOException(message);
    }
  }

  @Test
  void fleet_badOptions_areWrongUsage() {
    for (List<String> bad :
        List.of(
            List.of("fleet"),
            List.of("fleet", "--kafka", "localhost:1", "--settle", "soon"),
            List.of("fleet", "--kafka", "localhost:1", "--stalled", "0"),
            List.of("fleet", "--kafka", "localhost:1", "--setting", "nothing"),
            List.of("fleet", "--kafka", "localhost:1", "--page", "70000"))) {
      assertThat(Outcome.of(bad.toArray(String[]::new)).status()).as("" + bad).isEqualTo(2);
    }
  }
}
