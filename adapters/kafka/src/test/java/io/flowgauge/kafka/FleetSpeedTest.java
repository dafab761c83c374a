package io.flowgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.flowgauge.Flowgauge;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many events are turned into reports per second of processor time, compared with recorders in
 * the process, and how many runs fit into memory. Only with {@code -Dflowgauge.long=true}.
 */
@Timeout(3600)
class FleetSpeedTest {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int RUNS = 1_000;
  private static final int OPEN = 5_000;
  private static final int SHARED = 2_000;
  private static final int ACTIVITIES = 200;

  @TempDir private Path folder;

  private static double processorSeconds() {
    return SYSTEM.getProcessCpuTime() / 1e9;
  }

  private long topicBytes(String prefix) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
      return files
          .filter(file -> file.toString().contains("/" + prefix + ".events-"))
          .filter(file -> file.toString().endsWith(".log"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static EventLog log(Broker broker, String prefix) throws Exception {
    return EventLog.to(
            LogDestination.parse("kafka://" + broker.servers() + "/" + prefix + ".events"))
        .open();
  }

  @Test
  void fleet_eventsInASecondOfProcessorTime() throws Exception {
    assumeTrue(Boolean.getBoolean("flowgauge.long"), "skipped: takes long");
    try (Broker broker = new Broker(folder)) {
      for (int round = 0; round < 4; round++) {
        String prefix = "speed" + round;
        assertThat(broker.makeTopics(prefix)).isGreaterThan(1);
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

        begin = processorSeconds();
        try (EventLog log = log(broker, prefix)) {
          for (int k = 0; k < RUNS; k++) {
            RunLog run = RunLog.begin(log, "r" + k, "run");
            GeneratedRuns.record(k, ACTIVITIES, run.alongside(Flowgauge.recorder("run")));
            while (!log.flush()) {
              Thread.sleep(10);
            }
          }
          assertThat(log.counts().dropped()).isZero();
        }
        double logged = processorSeconds() - begin;

        begin = processorSeconds();
        long nanos = System.nanoTime();
        try (Fleet fleet =
            Fleet.of(broker.servers())
                .prefix(prefix)
                .group(prefix)
                .settle(Duration.ofSeconds(1))
                .open()) {
          Eventually.await("reports", () -> fleet.reported() == RUNS);
        }
        double fleet = processorSeconds() - begin;
        System.out.printf(
            "%d events: recorders and reports %.0f, fleet %.0f events in a second of processor time"
                + " (%.2f s, %.2f s, %.2f s on the clock); to Kafka, with recorders as well, %.0f;"
                + " %.1f KB of the topic a run%n",
            events,
            events / embedded,
            events / fleet,
            embedded,
            fleet,
            (System.nanoTime() - nanos) / 1e9,
            events / logged,
            topicBytes(prefix) / 1e3 / RUNS);
      }
    }
  }

  /**
   * Each process gets part of a processor, so that there is room for two of them and the broker.
   */
  @Test
  void fleet_twoProcesses_areTwiceAsFast() throws Exception {
    assumeTrue(Boolean.getBoolean("flowgauge.long"), "skipped: takes long");
    assumeTrue(Files.isWritable(LimitedProcessor.GROUPS), "skipped: needs control groups and root");
    try (Broker broker = new Broker(folder)) {
      for (int processes : new int[] {1, 2, 1, 2}) {
        String prefix = "shared" + System.nanoTime();
        assertThat(broker.makeTopics(prefix)).isGreaterThan(1);
        try (EventLog log = log(broker, prefix)) {
          for (int k = 0; k < SHARED; k++) {
            RunLog run = RunLog.begin(log, "r" + k, "run");
            GeneratedRuns.record(k, ACTIVITIES, run.alongside(Flowgauge.recorder("run")));
            while (!log.flush()) {
              Thread.sleep(10);
            }
          }
        }
        System.out.printf(
            "%d processes: %.1f runs a second%n",
            processes, runsPerSecond(broker, prefix, processes));
      }
    }
  }

  /**
   * Returns the rate from the first third of the runs, when JIT compilers are done, until most have
   * been reported.
   */
  private double runsPerSecond(Broker broker, String prefix, int processes) throws Exception {
    List<AutoCloseable> open = new ArrayList<>();
    try (Messages messages = new Messages(broker.servers(), prefix + ".reports")) {
      for (int k = 0; k < processes; k++) {
        ChildFleet fleet = new ChildFleet(broker, prefix, "1g", folder.resolve("output"));
        open.add(fleet);
        open.add(new LimitedProcessor(fleet.pid(), 0.4));
      }
      int count = 0;
      int first = 0;
      long begin = 0;
      while (count < SHARED * 9 / 10) {
        count += messages.more().size();
        if (first == 0 && count > SHARED / 3) {
          first = count;
          begin = System.nanoTime();
        }
      }
      return (count - first) / ((System.nanoTime() - begin) / 1e9);
    } finally {
      for (AutoCloseable each : open) {
        each.close();
      }
    }
  }

  /** Needs a heap of 2 GB. */
  @Test
  void fleet_thousandsOfOpenRuns_fitIntoMemory() throws Exception {
    assumeTrue(Boolean.getBoolean("flowgauge.long"), "skipped: takes long");
    try (Broker broker = new Broker(folder);
        ChildFleet fleet = new ChildFleet(broker, "open", "2g", folder.resolve("output"));
        EventLog log = log(broker, "open")) {
      List<RunLog> open = new ArrayList<>();
      for (int k = 0; k < OPEN; k++) {
        RunLog run = RunLog.begin(log, "r" + k, "run");
        GeneratedRuns.record(k, ACTIVITIES, run.alongside(Flowgauge.recorder("run")), false);
        open.add(run);
        while (!log.flush()) {
          Thread.sleep(10);
        }
      }
      open.forEach(run -> run.end(2_000_000_000_000_000_000L));
      try (Messages messages = new Messages(broker.servers(), "open.reports")) {
        int count = 0;
        long until = System.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (count < OPEN && System.nanoTime() < until) {
          count += messages.more().size();
        }
        assertThat(count).isEqualTo(OPEN);
      }
      assertThat(log.counts().dropped()).isZero();
      assertThat(fleet).isNotNull();
    }
  }
}
