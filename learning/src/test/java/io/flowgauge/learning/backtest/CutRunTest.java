package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import org.junit.jupiter.api.Test;

class CutRunTest {
  private final RunRecorder recorder = Flowgauge.recorder("branching");

  private void event(String activity, EventType type, int second) {
    recorder.record(activity, type, Times.nanos((double) second), 1);
  }

  @Test
  void after_skippedActivity_isSkippedFromThenOn() {
    event("first", EventType.ACTIVE, 0);
    event("first", EventType.COMPLETED, 10);
    event("other branch", EventType.SKIPPED, 10);
    event("branch", EventType.ACTIVE, 10);
    event("branch", EventType.COMPLETED, 20);
    WorkflowRun run = recorder.snapshot();
    assertThat(CutRun.after(run, 5).execution("other branch").orElseThrow().isSkipped()).isFalse();
    WorkflowRun later = CutRun.after(run, 15);
    assertThat(later.execution("other branch").orElseThrow().isSkipped()).isTrue();
    assertThat(later.isFinished()).isFalse();
  }
}
