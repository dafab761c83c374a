package io.flowgauge.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ActivityLoadTest {
  @Test
  void over_partWatched_isInProportion() {
    ActivityLoad load = new ActivityLoad("a", 4, 2, 6, 8);
    assertThat(load.over(10)).isEqualTo(new ActivityLoad("a", 5, 2.5, 7.5, 10));
  }

  @Test
  void over_nothingWatched_staysUnknown() {
    ActivityLoad load = new ActivityLoad("a", 0, 0, 0, 0);
    assertThat(load.over(10)).isEqualTo(load);
  }

  @Test
  void recordInto_nothingWatched_recordsNothing() {
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.record("a", EventType.ACTIVE, 0, 1);
    new ActivityLoad("a", 0, 0, 0, 0).recordInto(recorder);
    assertThat(recorder.snapshot().execution(0).phaseTimes()).isEmpty();
  }

  @Test
  void recordInto_twice_theLastCounts() {
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.record("a", EventType.ACTIVE, 0, 1);
    new ActivityLoad("a", 1, 2, 3, 4).recordInto(recorder);
    new ActivityLoad("a", 5, 6, 7, 8).recordInto(recorder);
    assertThat(recorder.snapshot().execution(0).phaseTimes())
        .containsEntry(PhaseType.EXTERNAL_LOAD, Duration.ofSeconds(5))
        .containsEntry(PhaseType.SERIALISATION, Duration.ofSeconds(6));
  }

  @Test
  void constructor_negative_names() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ActivityLoad("a", -1, 0, 0, 0))
        .withMessage("externalSeconds must be 0 or more, but is -1.0");
  }
}
