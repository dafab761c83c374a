package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of one recorder share columns. */
class LaterRunTest {
  private final Recorder recorder = new Recorder("run");

  /** Columns that an earlier run had no values for are one array, and must not be written to. */
  @Test
  void snapshot_firstActiveOfAll_isNoOtherEvent() {
    recorder.record("skipped", EventType.SKIPPED, 1, 1);
    recorder.record("a", EventType.STARTED, 1, 1);
    WorkflowRun earlier = recorder.snapshot();
    recorder.record("a", EventType.ACTIVE, 2, 1);
    Attempt attempt = recorder.snapshot().execution(1).attempts().get(0);
    assertThat(attempt.submitted()).isEmpty();
    assertThat(attempt.active()).hasValue(2);
    assertThat(earlier.execution(1).attempts().get(0).active()).isEmpty();
  }

  @Test
  void snapshot_manyLaterEvents_changeNoEarlierRun() {
    for (int k = 0; k < 40; k++) {
      recorder.record("a" + k, EventType.STARTED, k + 1, 1);
    }
    WorkflowRun first = recorder.snapshot();
    recorder.record("a0", EventType.ACTIVE, 50, 1);
    WorkflowRun second = recorder.snapshot();
    List<Attempt> before = attemptsOf(second);
    for (int k = 1; k < 40; k++) {
      recorder.record("a" + k, EventType.FAILED, 50 + k, 1);
      recorder.record("a" + k, EventType.STARTED, 50 + k, 2);
      ColumnarRun later = (ColumnarRun) recorder.snapshot();
      assertThat(attemptsOf(later)).hasSize(40 + k);
      assertThat(later.attemptCount()).isEqualTo(40 + k);
    }
    assertThat(attemptsOf(second)).isEqualTo(before);
    assertThat(attemptsOf(first)).hasSize(40).allMatch(a -> a.active().isEmpty());
  }

  private static List<Attempt> attemptsOf(WorkflowRun run) {
    return run.executions().stream().flatMap(e -> e.attempts().stream()).toList();
  }
}
