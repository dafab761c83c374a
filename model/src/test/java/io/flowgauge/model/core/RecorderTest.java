package io.flowgauge.model.core;

import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.FAILED;
import static io.flowgauge.run.EventType.PENDING;
import static io.flowgauge.run.EventType.RESUMED;
import static io.flowgauge.run.EventType.STARTED;
import static io.flowgauge.run.EventType.SUBMITTED;
import static io.flowgauge.run.EventType.SUSPENDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.ExecutionGraph;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How a recorder builds a run from events that are lost, repeated, reordered or mis-timed. */
class RecorderTest {
  private final Recorder recorder = new Recorder("run");

  private void record(String activity, EventType type, long time) {
    recorder.record(activity, type, time, 1);
  }

  private List<String> messages() {
    return recorder.snapshot().diagnostics().stream().map(Diagnostic::message).toList();
  }

  private void declare(String... ids) {
    for (String id : ids) {
      recorder.activity(Activity.of(id));
    }
  }

  @Test
  void snapshot_nothingRecorded_isEmpty() {
    WorkflowRun run = recorder.snapshot();
    assertThat(run.workflow().activityCount()).isZero();
    assertThat(run.startNanos()).isEmpty();
    assertThat(run.endNanos()).isEmpty();
    assertThat(run.makespan()).isEmpty();
    assertThat(run.diagnostics()).isEmpty();
    assertThatThrownBy(() -> run.workflow().regions()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void record_exactDuplicates_areDroppedAndCounted() {
    declare("a", "b");
    for (int k = 0; k < 3; k++) {
      record("a", STARTED, 10);
      record("b", STARTED, 10);
    }
    record("a", COMPLETED, 20);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.execution(0).graph().events()).hasSize(2);
    assertThat(run.diagnostics())
        .contains(
            Diagnostic.info("activity a and 1 more", "4 exact duplicates of events were dropped"));
  }

  @Test
  void record_sameEventOfAnotherAttempt_isNoDuplicate() {
    recorder.record("a", FAILED, 10, 1);
    recorder.record("a", FAILED, 10, 2);
    assertThat(recorder.snapshot().execution(0).graph().events()).hasSize(2);
  }

  @Test
  void events_recordedInAnyOrder_areSortedByAttemptTimeAndRank() {
    recorder.record("a", STARTED, 30, 2);
    record("a", FAILED, 50);
    record("a", ACTIVE, 5);
    record("a", SUBMITTED, 5);
    record("a", STARTED, 5);
    List<ActivityEvent> events = recorder.snapshot().execution(0).graph().events();
    assertThat(events)
        .extracting(ActivityEvent::type)
        .containsExactly(STARTED, SUBMITTED, ACTIVE, FAILED, STARTED);
    assertThat(events).extracting(ActivityEvent::attempt).containsExactly(1, 1, 1, 1, 2);
  }

  @Test
  void attempt_eventMissing_isAbsentNotZero() {
    record("a", STARTED, 0);
    record("a", COMPLETED, 9);
    Attempt attempt = recorder.snapshot().execution(0).attempts().get(0);
    assertThat(attempt.started()).hasValue(0);
    assertThat(attempt.submitted()).isEmpty();
    assertThat(attempt.pending()).isEmpty();
    assertThat(attempt.active()).isEmpty();
    assertThat(attempt.ended()).hasValue(9);
    assertThat(attempt.outcome()).hasValue(COMPLETED);
    assertThat(recorder.snapshot().execution(0).wallclock()).isEmpty();
  }

  @Test
  void attempt_eventAtDifferentTimes_lastCountsAndIsReported() {
    declare("a");
    record("a", ACTIVE, 5);
    record("a", ACTIVE, 8);
    record("a", COMPLETED, 9);
    assertThat(recorder.snapshot().execution(0).attempts().get(0).active()).hasValue(8);
    assertThat(messages())
        .containsExactly(
            "ACTIVE is reported at different times for one attempt; the latest is used");
  }

  @Test
  void attempt_completedAndFailed_completedIsBelievedAndReported() {
    declare("a");
    record("a", COMPLETED, 9);
    record("a", FAILED, 12);
    Attempt attempt = recorder.snapshot().execution(0).attempts().get(0);
    assertThat(attempt.outcome()).hasValue(COMPLETED);
    assertThat(attempt.ended()).hasValue(9);
    assertThat(messages())
        .containsExactly("FAILED is reported for an attempt that had already ended otherwise");
  }

  @Test
  void attempts_contradictions_areReported() {
    declare("a", "b", "c", "d");
    record("a", SUBMITTED, 2_000_000_000L);
    record("a", ACTIVE, 1_000_000_000L);
    record("b", RESUMED, 3);
    record("b", SUSPENDED, 4);
    record("b", SUSPENDED, 5);
    record("c", STARTED, 1);
    recorder.record("c", STARTED, 2, 2);
    record("d", FAILED, 10);
    recorder.record("d", STARTED, 9, 2);
    assertThat(messages())
        .containsExactlyInAnyOrder(
            "ACTIVE precedes SUBMITTED by up to 1.0 s: the clocks of two hosts disagree (clock skew),"
                + " or times were rounded",
            "RESUMED while not suspended",
            "SUSPENDED while already suspended",
            "an attempt has no end, although another follows",
            "an attempt starts up to 1.0E-9 s before the previous one has ended");
    assertThat(recorder.snapshot().execution("b").orElseThrow().graph().events()).hasSize(3);
  }

  @Test
  void attempts_afterOneThatCompleted_areReported() {
    declare("a", "b");
    record("a", COMPLETED, 1);
    recorder.record("a", COMPLETED, 5, 2);
    record("b", FAILED, 1);
    recorder.record("b", COMPLETED, 5, 2);
    assertThat(recorder.snapshot().diagnostics())
        .contains(
            Diagnostic.warning(
                "activity a",
                "an attempt follows one that COMPLETED: its work was repeated, or several runs"
                    + " were recorded as one"));
  }

  @Test
  void activity_notDeclared_isAddedAndReported() {
    record("a", STARTED, 0);
    recorder.dependency("b", "c");
    WorkflowRun run = recorder.snapshot();
    assertThat(run.workflow().activities())
        .containsExactly(activity("a"), activity("b"), activity("c"));
    assertThat(run.diagnostics())
        .contains(
            Diagnostic.warning(
                "activity a and 2 more",
                "not declared; known only from its events or dependencies"));
  }

  private static Activity activity(String id) {
    return Activity.of(id);
  }

  @Test
  void activity_declaredAgain_firstCountsAndIsReported() {
    recorder.activity(Activity.of("a", "first"));
    recorder.activity(Activity.of("a", "second"));
    assertThat(recorder.snapshot().workflow().activity(0).type()).isEqualTo("first");
    assertThat(messages())
        .containsExactly(
            "declared more than once; type, kind and iteration are those of the first declaration");
  }

  @Test
  void record_unusable_neitherThrowsNorIsLostSilently() {
    recorder.activity(null);
    recorder.dependency("a", null);
    recorder.processor(null);
    recorder.record(null, STARTED, 0, 1);
    recorder.record("a", null, 0, 1);
    recorder.record("a", STARTED, 0, 0);
    recorder.record("a", STARTED, Long.MIN_VALUE, 1);
    recorder.assign("a", 1, null);
    recorder.wallclock("a", -1);
    recorder.ideal(null, 1);
    recorder.phase("a", null);
    recorder.service(null);
    recorder.timeBase(null);
    recorder.diagnostic(null);
    recorder.assign("a", 0, "p");
    recorder.recordedMakespan(-1);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.workflow().activityCount()).isZero();
    assertThat(run.diagnostics())
        .isNotEmpty()
        .allMatch(d -> d.message().startsWith("not recorded"));
  }

  @Test
  void dependencies_repeated_countOnceAndAreReported() {
    declare("a", "b");
    recorder.dependency("a", "b");
    recorder.dependency("a", "b");
    assertThat(recorder.snapshot().workflow().dependencies())
        .containsExactly(new Dependency("a", "b"));
    assertThat(messages())
        .containsExactly("1 declared more than once; each dependency counts once");
  }

  @Test
  void slots_processorNotDeclared_areInferredWithDiagnostic() {
    declare("a", "b", "c");
    for (String id : List.of("a", "b", "c")) {
      recorder.assign(id, 1, "p");
    }
    record("a", ACTIVE, 0);
    record("a", COMPLETED, 10);
    record("b", ACTIVE, 5);
    record("b", COMPLETED, 15);
    record("c", ACTIVE, 10);
    record("c", COMPLETED, 12);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.processors()).containsExactly(new Processor("p", 1, 2, ""));
    assertThat(messages())
        .singleElement()
        .asString()
        .contains("how many slots processors have")
        .endsWith("are used instead: p 2");
  }

  @Test
  void slots_declaredProcessorOvercommitted_isReported() {
    declare("a", "b");
    recorder.processor(Processor.of("p"));
    recorder.assign("a", 1, "p");
    recorder.assign("b", 1, "p");
    record("a", ACTIVE, 0);
    record("a", COMPLETED, 10);
    record("b", ACTIVE, 5);
    record("b", COMPLETED, 15);
    assertThat(recorder.snapshot().diagnostics())
        .containsExactly(
            Diagnostic.warning(
                "processor p",
                "ran 2 activities at once, but is declared with 1 slot; no more than these count as"
                    + " busy"));
  }

  @Test
  void slots_endsNoticedLate_areNotOvercommitted() {
    declare("a", "b", "c");
    recorder.processor(Processor.of("p"));
    int begin = 0;
    for (String activity : List.of("a", "b", "c")) {
      recorder.assign(activity, 1, "p");
      recorder.wallclock(activity, 10);
      record(activity, ACTIVE, begin);
      record(activity, COMPLETED, 50);
      begin += 10;
    }
    assertThat(recorder.snapshot().diagnostics())
        .containsExactly(
            Diagnostic.info(
                "processor p",
                "seems to run 3 activities at once on 1 slot, because their ends were noticed late;"
                    + " by the times T of their applications, it ran 1. No more than its slots"
                    + " count as busy"));
  }

  @Test
  void processor_attemptNotAssigned_isThatOfItsActivity() {
    recorder.assign("a", 2, "p");
    recorder.record("a", FAILED, 1, 1);
    recorder.record("a", COMPLETED, 2, 2);
    assertThat(recorder.snapshot().execution(0).attempts())
        .extracting(a -> a.processor().orElseThrow())
        .containsExactly("p", "p");
  }

  @Test
  void processor_assignedAgain_isTheOneAssignedLast() {
    for (int snapshots = 0; snapshots < 2; snapshots++) {
      recorder.assign("a", 2, "p");
      recorder.assign("a", 1, "q");
      assertThat(recorder.snapshot().execution(0).processor()).hasValue("p");
      recorder.assign("a", 2, "r");
      assertThat(recorder.snapshot().execution(0).processor()).hasValue("r");
    }
  }

  @Test
  void start_afterTheFirstEvent_isReportedAndNothingIsLost() {
    declare("a");
    recorder.start(5);
    record("a", STARTED, 2);
    record("a", COMPLETED, 9);
    assertThat(recorder.snapshot().makespan()).hasValue(Duration.ofNanos(7));
    assertThat(messages()).singleElement().asString().contains("before the stated start");
  }

  @Test
  void services_inAnyOrder_areSortedByBegin() {
    ServiceInterval late = new ServiceInterval("scheduling", 5, 6);
    ServiceInterval early = new ServiceInterval("scheduling", 1, 9);
    recorder.service(late);
    recorder.service(early);
    assertThat(recorder.snapshot().services()).containsExactly(early, late);
  }

  @Test
  void phases_inAnyOrder_areSortedByBegin() {
    Phase late = new Phase("stage-out", 5, 6);
    Phase early = new Phase("stage-in", 1, 2);
    recorder.phase("a", late);
    recorder.phase("a", early);
    assertThat(recorder.snapshot().execution(0).phases()).containsExactly(early, late);
  }

  @Test
  void snapshotOfAMoment_laterEvents_areNotInIt() {
    record("a", STARTED, 1);
    record("a", ACTIVE, 4);
    record("a", COMPLETED, 9);
    WorkflowRun run = recorder.snapshot(Times.instant(6));
    assertThat(run.isFinished()).isFalse();
    assertThat(run.endNanos()).hasValue(6);
    ExecutionGraph graph = run.execution(0).graph();
    assertThat(graph.events()).hasSize(2);
    StateInterval processing = graph.states().get(1);
    assertThat(processing.isOpen()).isTrue();
    assertThat(processing.endNanos()).isEqualTo(6);
    assertThat(recorder.snapshot().isFinished()).isTrue();
  }

  @Test
  void graph_completeAttempt_hasAllStatesWithTheirEvents() {
    EventType[] types = {STARTED, SUBMITTED, PENDING, ACTIVE, SUSPENDED, RESUMED, COMPLETED};
    for (int k = 0; k < types.length; k++) {
      record("a", types[k], k);
    }
    List<StateInterval> states = recorder.snapshot().execution(0).graph().states();
    assertThat(states)
        .extracting(StateInterval::state)
        .containsExactlyInAnyOrder(ActivityState.values());
    assertThat(states)
        .filteredOn(s -> s.state() == ActivityState.PROCESSING)
        .singleElement()
        .satisfies(s -> assertThat(s.duration()).isEqualTo(Duration.ofNanos(3)));
  }

  @Test
  void attempts_numbersFarApart_keepTheirNumbersAndSuspensions() {
    int last = Integer.MAX_VALUE;
    recorder.record("a", FAILED, 1, 7);
    recorder.record("a", ACTIVE, 2, last);
    recorder.record("a", SUSPENDED, 3, last);
    recorder.record("a", RESUMED, 5, last);
    recorder.record("a", COMPLETED, 9, last);
    recorder.assign("a", last, "p");
    ColumnarRun run = recorder.columns();
    assertThat(run.execution(0).attempts()).extracting(Attempt::number).containsExactly(7, last);
    assertThat(run.suspensions(0, 1)).containsExactly(3, 5);
    assertThat(run.suspended(1)).isEqualTo(2);
    assertThat(run.suspensions(0, 0)).isEmpty();
  }

  @Test
  void startNanos_onlyEndAndWallclockKnown_isBeforeTheEnd() {
    record("a", COMPLETED, 9);
    recorder.wallclock("a", 4);
    assertThat(recorder.snapshot().startNanos()).isEqualTo(OptionalLong.of(5));
  }

  @Test
  void record_timesThatWouldOverflow_areRejectedWithARemark() {
    declare("a");
    for (long time : new long[] {Long.MAX_VALUE, Long.MIN_VALUE + 1, 1L << 62, -(1L << 62)}) {
      record("a", STARTED, time);
      recorder.start(time);
      recorder.wallclock("a", Math.abs(time));
      recorder.ideal("a", Math.abs(time));
    }
    recorder.phase("a", new Phase("stage-in", 0, Long.MAX_VALUE));
    recorder.service(new ServiceInterval("scheduling", Long.MIN_VALUE, 0));
    WorkflowRun run = recorder.snapshot();
    assertThat(run.execution(0).attempts()).isEmpty();
    assertThat(run.execution(0).wallclock()).isEmpty();
    assertThat(run.execution(0).phases()).isEmpty();
    assertThat(run.services()).isEmpty();
    assertThat(run.startNanos()).isEmpty();
    assertThat(run.diagnostics()).hasSize(5).allMatch(d -> d.message().startsWith("not recorded"));
  }

  @Test
  void snapshot_farthestTimes_doNotOverflow() {
    long far = (1L << 62) - 1;
    record("a", STARTED, -far);
    record("a", COMPLETED, far);
    record("b", COMPLETED, -far);
    recorder.wallclock("b", far);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.makespan()).hasValue(Duration.ofNanos(2 * far));
    assertThat(run.startNanos()).hasValue(-far);
  }

  @Test
  void record_timesInLargerUnits_areRemarkedOn() {
    long millis = 1_795_000_000_000L;
    declare("a", "b");
    record("a", STARTED, millis);
    record("b", STARTED, millis + 100);
    record("b", COMPLETED, millis * 1_000_000);
    assertThat(recorder.snapshot().diagnostics())
        .contains(
            Diagnostic.warning(
                "activity a and 1 more",
                "times less than 4100 s after 1970-01-01T00:00:00Z look like milliseconds, but are"
                    + " taken as nanoseconds"));
    recorder.timeBase(TimeBase.RELATIVE);
    assertThat(messages()).noneMatch(m -> m.contains("look like"));
  }

  @Test
  void record_timesThatMayBeNanoseconds_areNotRemarkedOn() {
    declare("a", "b");
    record("a", STARTED, 0);
    record("b", STARTED, 1_795_000_000_000L);
    record("b", COMPLETED, 1_796_000_000_000L);
    assertThat(messages()).noneMatch(m -> m.contains("look like"));
    Recorder micros = new Recorder("run");
    micros.start(1_795_000_000_000_000L);
    assertThat(micros.snapshot().diagnostics())
        .extracting(Diagnostic::toString)
        .singleElement()
        .asString()
        .startsWith("warning: start: ")
        .contains("microseconds");
  }

  @Test
  void snapshotOfAMoment_outOfRange_isRejected() {
    assertThatThrownBy(() -> recorder.snapshot(Times.instant(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be in the years 1824 to 2116");
  }

  @Test
  void snapshot_null_isNamed() {
    assertThatThrownBy(() -> recorder.snapshot(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("now");
  }
}
