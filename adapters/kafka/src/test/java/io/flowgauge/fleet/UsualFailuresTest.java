package io.flowgauge.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import org.junit.jupiter.api.Test;

class UsualFailuresTest {
  /** Counts as large as in a fleet that has run for years. */
  @Test
  void unusual_afterBillionsOfAttempts_isReported() {
    UsualFailures failures = new UsualFailures();
    failures.add("align", Integer.MAX_VALUE, 0);
    failures.add("align", Integer.MAX_VALUE, 5);
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.activity(Activity.of("a", "align"));
    for (int attempt = 1; attempt <= 3; attempt++) {
      recorder.record("a", EventType.ACTIVE, 2L * attempt, attempt);
      recorder.record("a", EventType.FAILED, 2L * attempt + 1, attempt);
    }
    assertThat(failures.unusual(recorder.snapshot()))
        .containsEntry("align", "3 of 3 attempts failed, 5 of 4294967294 in earlier runs");
  }
}
