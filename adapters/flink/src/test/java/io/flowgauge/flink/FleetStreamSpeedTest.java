package io.flowgauge.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.flowgauge.Flowgauge;
import io.flowgauge.fleet.FleetTimes;
import io.flowgauge.kafka.Broker;
import io.flowgauge.kafka.EmbeddedReport;
import io.flowgauge.kafka.GeneratedRuns;
import io.flowgauge.kafka.Messages;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.RunLog;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many events are turned into reports per second of processor time, compared with recorders in
 * the process. Only with {@code -Dflowgauge.long=true}.
 */
@Timeout(3600)
class FleetStreamSpeedTest {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int RUNS = 1_000;
  private static final int ACTIVITIES = 200;

  @TempDir private Path folder;

  private static double processorSeconds() {
    return SYSTEM.getProcessCpuTime() / 1e9;
  }

  private static void log(Broker broker, String prefix) throws Exception {
    try (EventLog log =
        EventLog.to(LogDestination.parse("kafka://" + broker.servers() + "/" + prefix + ".events"))
            .open()) {
      for (int k = 0; k < RUNS; k++) {
        RunLog run = RunLog.begin(log, "r" + k, "run");
        GeneratedRuns.record(k, ACTIVITIES, run.alongside(Flowgauge.recorder("run")));
        while (!log.flush()) {
          Thread.sleep(10);
        }
      }
      assertThat(log.counts().dropped()).isZero();
    }
  }

  @Test
  void job_eventsInASecondOfProcessorTime() throws Exception {
    assumeTrue(Boolean.getBoolean("flowgauge.long"), "skipped: takes long");
    try (Broker broker = new Broker(folder)) {
      for (int round = 0; round < 4; round++) {
        String prefix = "speed" + round;
        double begin = processorSeconds();
        long events = 0;
        List<RunRecorder> recorders = new ArrayList<>();
        for (int k = 0; k < RUNS; k++) {
          RunRecorder recorder = Flowgauge.recorder("run");
          events += GeneratedRuns.record(k, ACTIVITIES, recorder);
          recorders.add(recorder);
        }
        recorders.forEach(recorder -> EmbeddedReport.of(recorder.snapshot()));
        double embedded = processorSeconds() - begin;
        recorders.clear();
        assertThat(broker.makeTopics(prefix)).isGreaterThan(1);
        log(broker, prefix);

        Configuration settings = new Configuration();
        settings.set(
            CheckpointingOptions.CHECKPOINTS_DIRECTORY,
            folder.resolve("checkpoints").toUri().toString());
        StreamExecutionEnvironment job =
            StreamExecutionEnvironment.createLocalEnvironment(2, settings);
        job.enableCheckpointing(5_000);
        FleetStream.of(broker.servers())
            .prefix(prefix)
            .times(FleetTimes.usual().settle(Duration.ofSeconds(1)))
            .addTo(job);
        begin = processorSeconds();
        JobClient running = job.executeAsync();
        int reports = 0;
        try (Messages messages = new Messages(broker.servers(), prefix + ".reports")) {
          while (reports < RUNS) {
            reports += messages.more().size();
          }
        }
        double flink = processorSeconds() - begin;
        running.cancel().get();
        assertThat(reports).isEqualTo(RUNS);
        System.out.printf(
            "%d events: recorders and reports %.0f, Flink %.0f events in a second of processor time"
                + " (%.2f s, %.2f s)%n",
            events, events / embedded, events / flink, embedded, flink);
      }
    }
  }
}
