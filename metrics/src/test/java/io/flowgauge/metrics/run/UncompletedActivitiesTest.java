package io.flowgauge.metrics.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Measured;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.List;
import org.junit.jupiter.api.Test;

class UncompletedActivitiesTest {
  private final RunRecorder recorder = Flowgauge.recorder("run");

  private Measured uncompleted() {
    return Flowgauge.report(recorder.snapshot()).metrics().uncompletedActivities();
  }

  private RunValues values() {
    return RunValues.of(Flowgauge.report(recorder.snapshot()), List.of());
  }

  @Test
  void uncompleted_allThatDidNotEndWell_areCounted() {
    recorder.record("completed", EventType.COMPLETED, 1, 1);
    recorder.record("retried", EventType.FAILED, 1, 1);
    recorder.record("retried", EventType.COMPLETED, 2, 2);
    recorder.record("skipped", EventType.SKIPPED, 2, 1);
    recorder.activity(Activity.of("timed"));
    recorder.wallclock("timed", 5);
    assertThat(uncompleted()).isEqualTo(Measured.of(0));

    recorder.record("failed", EventType.FAILED, 3, 1);
    recorder.record("aborted", EventType.ABORTED, 3, 1);
    recorder.record("running", EventType.ACTIVE, 3, 1);
    recorder.activity(Activity.of("waiting"));
    assertThat(uncompleted()).isEqualTo(Measured.of(4));
  }

  @Test
  void uncompleted_nothingKnownOfAnyActivity_isAbsent() {
    recorder.activity(Activity.of("a"));

    assertThat(uncompleted().isMeasured()).isFalse();
  }

  @Test
  void group_incompleteRuns_areThoseWithUncompletedActivities() {
    recorder.record("a", EventType.COMPLETED, 1, 1);
    RunValues whole = values();
    recorder.record("b", EventType.FAILED, 2, 1);
    RunValues part = values();
    RunGroup group = new RunGroup("group", List.of(part, whole));

    assertThat(whole.value(Quantity.UNCOMPLETED_ACTIVITIES)).hasValue(0);
    assertThat(group.incompleteRuns()).containsExactly(part);
    assertThat(group.completeRuns()).hasValue(new RunGroup("group", List.of(whole)));
    assertThat(new RunGroup("part", List.of(part)).completeRuns()).isEmpty();
  }
}
