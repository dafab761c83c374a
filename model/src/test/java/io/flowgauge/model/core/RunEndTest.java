package io.flowgauge.model.core;

import static io.flowgauge.run.EventType.ABORTED;
import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.FAILED;
import static io.flowgauge.run.EventType.SKIPPED;
import static io.flowgauge.run.EventType.STARTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a run that is recorded live counts as over. */
class RunEndTest {
  private final Recorder recorder = new Recorder("run");

  private void record(String activity, EventType type, long time) {
    recorder.record(activity, type, time, 1);
  }

  private void ran(String activity, long begin, long end) {
    record(activity, STARTED, begin);
    record(activity, ACTIVE, begin);
    record(activity, COMPLETED, end);
  }

  private WorkflowRun at(long now) {
    return recorder.snapshot(Times.instant(now));
  }

  private void assertGoingOn(long now) {
    assertThat(at(now).isFinished()).isFalse();
    assertThat(at(now).endNanos()).hasValue(now);
  }

  private void assertOver(long now, long end) {
    assertThat(at(now).isFinished()).isTrue();
    assertThat(at(now).endNanos()).hasValue(end);
    assertThat(at(now).makespan()).hasValue(Duration.ofNanos(end));
  }

  @Test
  void skipped_branchNotTaken_leavesTheRunOver() {
    ran("first", 0, 10);
    recorder.dependency("first", "branch");
    assertGoingOn(50);
    record("branch", SKIPPED, 10);
    assertOver(50, 10);
  }

  @Test
  void skipped_activity_hasAnEventAndNoAttempt() {
    record("branch", SKIPPED, 10);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.execution(0).isSkipped()).isTrue();
    assertThat(run.execution(0).attempts()).isEmpty();
    assertThat(run.execution(0).graph().states()).isEmpty();
    assertThat(run.execution(0).graph().events())
        .containsExactly(new ActivityEvent("branch", SKIPPED, 10, 1));
    assertThat(run.startNanos()).isEmpty();
  }

  @Test
  void skipped_momentBefore_isNotKnownYet() {
    record("branch", SKIPPED, 10);
    assertThat(at(9).execution(0).isSkipped()).isFalse();
    assertThat(at(10).execution(0).isSkipped()).isTrue();
  }

  @Test
  void skipped_activityThatRan_countsAsRunAndIsReported() {
    recorder.record("a", SKIPPED, 3, 2);
    ran("a", 0, 10);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.execution(0).isSkipped()).isFalse();
    assertThat(run.execution(0).attempts()).hasSize(1);
    assertThat(run.execution(0).graph().events()).hasSize(4);
    assertThat(run.diagnostics())
        .contains(
            Diagnostic.warning(
                "activity a",
                "SKIPPED is reported for an activity that has other events, and is ignored"));
  }

  @Test
  void failed_activityThatMayBeTriedAgain_keepsTheRunGoing() {
    ran("a", 0, 10);
    record("b", STARTED, 10);
    record("b", FAILED, 20);
    assertGoingOn(25);
    recorder.record("b", STARTED, 30, 2);
    recorder.record("b", COMPLETED, 40, 2);
    assertGoingOn(25);
    assertGoingOn(35);
    assertOver(50, 40);
  }

  @Test
  void aborted_activity_isNotTriedAgain() {
    record("a", STARTED, 0);
    record("a", ABORTED, 20);
    assertOver(30, 20);
  }

  @Test
  void end_nothingRan_theRunLastedUntilThen() {
    recorder.start(0);
    record("cached", SKIPPED, 3);
    recorder.end(60);
    assertOver(60, 60);
    assertOver(1000, 60);
    assertThat(recorder.snapshot().endNanos()).hasValue(60);
  }

  @Test
  void end_nothingRanAndBeforeTheStart_isIgnoredAndReported() {
    recorder.start(2_500_000_000L);
    record("cached", SKIPPED, 3);
    recorder.end(1_000_000_000L);
    assertThat(recorder.snapshot().isEnded()).isTrue();
    assertThat(recorder.snapshot().endNanos()).isEmpty();
    assertThat(recorder.snapshot().makespan()).isEmpty();
    assertThat(recorder.snapshot().diagnostics())
        .contains(
            Diagnostic.warning(
                "end",
                "the stated end of the run is 1.5 s before its stated start, and is ignored"));
  }

  @Test
  void start_afterTheMoment_isNotKnownYet() {
    recorder.start(100);
    recorder.activity(Activity.of("a"));
    assertThat(at(60).startNanos()).isEmpty();
    assertThat(at(60).isStartRecorded()).isFalse();
    assertThat(at(60).makespan()).isEmpty();
    assertThat(at(130).startNanos()).hasValue(100);
    assertThat(at(130).makespan()).hasValue(Duration.ofNanos(30));
  }

  @Test
  void end_failedAndUnbegunActivities_endsTheRunFromThenOn() {
    record("a", STARTED, 0);
    record("a", FAILED, 20);
    recorder.dependency("a", "b");
    recorder.end(60);
    assertGoingOn(59);
    assertOver(60, 20);
    assertOver(1000, 20);
  }

  @Test
  void end_activityUnderWay_isMeasuredUpToIt() {
    record("a", STARTED, 0);
    record("a", ACTIVE, 5);
    recorder.end(60);
    assertOver(1000, 60);
    assertThat(recorder.snapshot().endNanos()).hasValue(60);
    assertThat(recorder.snapshot().execution(0).graph().states())
        .allMatch(state -> state.endNanos() <= 60);
  }

  @Test
  void end_beforeTheLastEvent_isThatEventAndReported() {
    record("a", STARTED, 0);
    record("a", ACTIVE, 5_000_000_000L);
    recorder.end(3_000_000_000L);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.endNanos()).hasValue(5_000_000_000L);
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains(
            "the last event is 2.0 s after the stated end of the run; the run is taken to end with"
                + " it");
  }

  @Test
  void end_outOfRange_isRejected() {
    recorder.end(Long.MAX_VALUE);
    assertThat(recorder.snapshot().diagnostics())
        .extracting(Diagnostic::message)
        .containsExactly("not recorded: an end of the run outside the years 1824 to 2116");
  }

  @Test
  void startAndEnd_instants_areThoseTimes() {
    recorder.start(Instant.ofEpochSecond(2));
    record("cached", SKIPPED, 3_000_000_000L);
    recorder.end(Instant.ofEpochSecond(4));
    assertThat(recorder.snapshot().startNanos()).hasValue(2_000_000_000L);
    assertThat(recorder.snapshot().endNanos()).hasValue(4_000_000_000L);
  }

  @Test
  void startAndEnd_unusableInstants_areRejected() {
    recorder.start((Instant) null);
    recorder.end(Instant.MAX);
    assertThat(recorder.snapshot().diagnostics())
        .extracting(Diagnostic::message)
        .containsExactly(
            "not recorded: a start of the run outside the years 1824 to 2116",
            "not recorded: an end of the run outside the years 1824 to 2116");
  }
}
