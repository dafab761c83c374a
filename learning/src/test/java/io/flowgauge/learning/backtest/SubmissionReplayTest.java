package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.Backtest;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubmissionReplayTest {
  private final RunRecorder recorder = Flowgauge.recorder("skewed");

  private void record(String activity, int submitted, int active, int completed) {
    recorder.activity(Activity.of(activity, "work"));
    recorder.record(activity, EventType.SUBMITTED, Times.nanos((double) submitted), 1);
    recorder.record(activity, EventType.ACTIVE, Times.nanos((double) active), 1);
    recorder.record(activity, EventType.COMPLETED, Times.nanos((double) completed), 1);
  }

  @Test
  void activity_submittedAfterItsEnd_isNotPredictedFromItsOwnTime() {
    record("first", 0, 1, 5);
    record("skewed", 20, 6, 16);
    assertThat(Backtest.of(List.of(recorder.snapshot())).results())
        .filteredOn(result -> result.method().equals("type-median"))
        .singleElement()
        .satisfies(result -> assertThat(result.item()).isEqualTo("skewed"))
        .satisfies(result -> assertThat(result.predictedSeconds()).isEqualTo(4));
  }
}
