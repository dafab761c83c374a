package io.flowgauge.metrics.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Measured;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Communication to computation (definitions, "Activity and workflow metrics"). */
class CommunicationTest {
  private final RunRecorder recorder = Flowgauge.recorder("communication");

  @BeforeEach
  void record() {
    recorder.record("a", EventType.SUBMITTED, nanos(0), 1);
    recorder.record("a", EventType.ACTIVE, nanos(20), 1);
    recorder.record("a", EventType.COMPLETED, nanos(120), 1);
    recorder.phase("a", new Phase("communication", nanos(20), nanos(40)));
  }

  private static long nanos(int second) {
    return Times.nanos((double) second);
  }

  private Measured ratio() {
    return Flowgauge.report(recorder.snapshot()).metrics().communicationToComputation();
  }

  @Test
  void ratio_otherPhasesInT_areOfTheRest() {
    recorder.phase("a", new Phase("i/o", nanos(40), nanos(60)));
    recorder.phase("a", new Phase("extract", nanos(60), nanos(70)));
    recorder.phaseTime("a", PhaseType.EXTERNAL_LOAD, nanos(30));
    assertThat(ratio()).isEqualTo(Measured.of(20 / 80.0));
  }

  @Test
  void ratio_phaseAfterT_isNotOfTheRest() {
    recorder.wallclock("a", nanos(60));
    recorder.phase("a", new Phase("i/o", nanos(70), nanos(110)));
    assertThat(ratio()).isEqualTo(Measured.of(20 / 40.0));
  }

  @Test
  void ratio_phasesOutsideT_areNotOfTheRest() {
    recorder.phase("a", new Phase("extract", nanos(0), nanos(10)));
    recorder.phase("a", new Phase("stage-in", nanos(10), nanos(20)));
    assertThat(ratio()).isEqualTo(Measured.of(30 / 80.0));
  }
}
