package io.flowgauge.resources;

import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.resources.RealProcesses.Done;
import io.flowgauge.run.RunRecorder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * External load of real processes beside known competitors. The truth comes from an independent
 * source: a program's wall-clock time and the processor time it reports. Alone, a program that
 * always computes would have taken its processor time; beside another program of the run on the
 * same processor, twice as long.
 */
class ExternalLoadTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");

  /**
   * Relative to the truth, or to the activity's time where the truth may be 0. The target is 2 %,
   * which programs of a few seconds miss on a busy machine.
   */
  private static final double TOLERANCE = IS_LONG ? 0.02 : 0.05;

  private static final int ROUNDS = IS_LONG ? 3_000_000 : 1_000_000;

  @Test
  void load_competitorOnTheSameProcessor_isExternal() throws Exception {
    Measurement measured = measure(1, 0);
    double truth = measured.done.wallSeconds() - measured.done.processorSeconds();
    measured.assertExternal(truth, truth);
    measured.assertSerialised(0);
  }

  @Test
  void load_siblingOnTheSameProcessor_isSerialisation() throws Exception {
    Measurement measured = measure(0, 1);
    double truth = measured.done.wallSeconds() - 2 * measured.done.processorSeconds();
    measured.assertExternal(truth, measured.done.wallSeconds());
    measured.assertSerialised(measured.done.processorSeconds());
  }

  @Test
  void load_siblingAndCompetitor_isDivided() throws Exception {
    Measurement measured = measure(1, 1);
    double truth = measured.done.wallSeconds() - 2 * measured.done.processorSeconds();
    measured.assertExternal(truth, truth);
    measured.assertSerialised(measured.done.processorSeconds());
  }

  @Test
  void report_recorded_saysWhatWasMeasured() throws Exception {
    Measurement measured = measure(1, 0);
    RunRecorder recorder = Flowgauge.recorder("run");
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    double wall = measured.done.wallSeconds();
    recorder.record("work", ACTIVE, start, 1);
    recorder.record("work", COMPLETED, start.plusNanos((long) (wall * 1e9)), 1);
    measured.load.recordInto(recorder);
    RunReport report = Flowgauge.report(recorder.snapshot());
    double external = wall - measured.done.processorSeconds();
    assertThat(report.overheads().measuredExternalLoad().value())
        .isCloseTo(external, within(TOLERANCE * wall));
    assertThat(report.overheads().activity(0).overhead(OverheadClass.EXTERNAL_LOAD).value())
        .isCloseTo(external, within(TOLERANCE * wall));
    assertThat(report.overheads().ideal(0).seconds().value())
        .isCloseTo(measured.done.processorSeconds(), within(TOLERANCE * wall));
  }

  private record Measurement(Done done, ActivityLoad load) {
    void assertExternal(double truth, double of) {
      assertThat(load.externalSeconds())
          .as("external load of %s, %s", done, load)
          .isCloseTo(truth, within(TOLERANCE * of));
    }

    void assertSerialised(double truth) {
      assertThat(load.serialisedSeconds())
          .as("serialisation of %s, %s", done, load)
          .isCloseTo(truth, within(TOLERANCE * done.wallSeconds()));
    }
  }

  /** Measures a program on the first processor, at the monitor's usual interval. */
  private static Measurement measure(int competitors, int siblings) throws Exception {
    try (RealProcesses real = new RealProcesses();
        ResourceMonitor monitor = ResourceMonitor.builder().open()) {
      for (int k = 0; k < competitors; k++) {
        real.endless("0");
      }
      for (int k = 0; k < siblings; k++) {
        monitor.watch(real.endless("0").pid(), "sibling " + k);
      }
      long start = System.nanoTime();
      Process work = real.counting("0", ROUNDS);
      assertThat(monitor.watch(work.pid(), "work")).isTrue();
      Done done = RealProcesses.await(work, start);
      return new Measurement(done, monitor.load("work").orElseThrow().over(done.wallSeconds()));
    }
  }
}
