package io.flowgauge.metrics;

import static io.flowgauge.run.EventType.ABORTED;
import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.FAILED;
import static io.flowgauge.run.EventType.PENDING;
import static io.flowgauge.run.EventType.STARTED;
import static io.flowgauge.run.EventType.SUSPENDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import org.junit.jupiter.api.Test;

/** Cases that random runs found, each reduced to the smallest run that shows it. */
class DamagedActivityTest {
  private static final long SECOND = Times.NANOS_PER_SECOND;

  private final RunRecorder recorder = Flowgauge.recorder("case");

  private void record(String activity, EventType type, long seconds, int attempt) {
    recorder.record(activity, type, seconds * SECOND, attempt);
  }

  private Attribution attribution() {
    return Flowgauge.report(recorder.snapshot()).attribution();
  }

  @Test
  void criticalPath_predecessorEndedWithTheStart_isOnThePath() {
    recorder.dependency("a", "b");
    record("a", STARTED, 0, 1);
    record("a", COMPLETED, 0, 1);
    record("b", STARTED, 1, 1);
    record("b", COMPLETED, 5, 1);
    assertThat(attribution().criticalPath())
        .extracting(PathStep::activity)
        .containsExactly("a", "b");
  }

  @Test
  void restart_startedOfFailedAttemptLost_countsFromItsFirstEvent() {
    record("a", ACTIVE, 3, 1);
    record("a", FAILED, 5, 1);
    record("a", STARTED, 10, 2);
    record("a", ACTIVE, 11, 2);
    record("a", COMPLETED, 20, 2);
    RegionOverheads raw = Flowgauge.report(recorder.snapshot()).overheads().activity(0);
    assertThat(raw.time().value()).isEqualTo(17);
    assertThat(raw.overhead(OverheadClass.RESTART).value()).isEqualTo(2);
    assertThat(raw.overhead(OverheadClass.RESUBMISSION).value()).isEqualTo(5);
  }

  private void beginAt(String processor, long started, long active) {
    recorder.processor(Processor.of(processor));
    record("a", STARTED, started, 1);
    record("a", ACTIVE, active, 1);
    recorder.assign("a", 1, processor);
  }

  private Measured utilization(String processor) {
    return Flowgauge.report(recorder.snapshot()).metrics().utilization().get(processor);
  }

  @Test
  void utilization_endOfAnEarlierAttemptLost_holdsItsSlotUntilTheNextBegins() {
    recorder.processor(Processor.of("q"));
    beginAt("p", 0, 0);
    record("a", STARTED, 5, 2);
    record("a", ACTIVE, 6, 2);
    recorder.assign("a", 2, "q");
    record("a", COMPLETED, 20, 2);
    assertThat(utilization("p").value()).isEqualTo(5 / 20.0);
  }

  @Test
  void utilization_endAndTimesOfTheNextLost_isNotMeasured() {
    beginAt("p", 0, 0);
    record("a", COMPLETED, 20, 2);
    assertThat(utilization("p").isMeasured()).isFalse();
  }

  @Test
  void utilization_activityWithoutLength_isZero() {
    beginAt("p", 0, 4);
    record("a", COMPLETED, 4, 1);
    assertThat(utilization("p").value()).isZero();
  }

  @Test
  void utilization_idleProcessor_isZeroIfAllAttemptsArePlaced() {
    recorder.processor(Processor.of("idle"));
    beginAt("p", 0, 0);
    record("a", COMPLETED, 20, 1);
    assertThat(utilization("idle").value()).isZero();

    record("b", ACTIVE, 3, 1);
    assertThat(utilization("idle").isMeasured()).isFalse();
  }

  /** Like WfFormat instances, which rarely state when tasks began or on which machine. */
  @Test
  void utilization_noAttempts_isNotMeasured() {
    recorder.processor(Processor.of("p"));
    recorder.activity(Activity.of("a"));
    recorder.wallclock("a", 20);
    recorder.start(0);
    recorder.end(20);
    assertThat(utilization("p").isMeasured()).isFalse();
  }

  /** The clock of a processor is behind that of the engine. */
  @Test
  void utilization_activeBeforeStarted_isAtMostOne() {
    beginAt("p", 10, 2);
    record("a", COMPLETED, 20, 1);
    assertThat(utilization("p").value()).isEqualTo(1);
  }

  /** As in speculative execution: the slow attempt holds its slot until it is killed. */
  @Test
  void enactment_serviceWhileAnEarlierAttemptGoesOn_isWhatIsLeft() {
    recorder.processor(Processor.of("p"));
    recorder.dependency("a", "b");
    record("a", STARTED, 0, 1);
    record("a", ACTIVE, 1, 1);
    recorder.assign("a", 1, "p");
    record("a", ABORTED, 20, 1);
    record("a", STARTED, 5, 2);
    record("a", ACTIVE, 6, 2);
    recorder.assign("a", 2, "q");
    record("a", COMPLETED, 10, 2);
    record("b", STARTED, 22, 1);
    record("b", ACTIVE, 22, 1);
    recorder.assign("b", 1, "p");
    record("b", COMPLETED, 30, 1);
    recorder.service(new ServiceInterval("scheduling", 12 * SECOND, 18 * SECOND));
    RegionOverheads total = Flowgauge.report(recorder.snapshot()).overheads().total();
    assertThat(total.overhead(OverheadClass.ENACTMENT).value()).isEqualTo(2);
    assertThat(total.overhead(OverheadClass.SCHEDULING).orElse(0)).isZero();
  }

  @Test
  void timeIn_endOfAnEarlierAttemptLost_isThatOfTheOther() {
    record("a", STARTED, 0, 1);
    record("a", ACTIVE, 1, 1);
    record("a", STARTED, 10, 2);
    record("a", ACTIVE, 11, 2);
    record("a", COMPLETED, 20, 2);
    record("b", STARTED, 20, 1);
    record("b", ACTIVE, 60, 1);
    record("b", COMPLETED, 100, 1);
    RunMetrics metrics = Flowgauge.report(recorder.snapshot()).metrics();
    assertThat(metrics.timeIn(0, ActivityState.PROCESSING).value()).isEqualTo(9);
    assertThat(metrics.meanWaitingTime().value()).isEqualTo((11 + 40) / 2.0);
  }

  @Test
  void waitingTime_activeIsTheFirstEvent_isNotMeasured() {
    record("a", ACTIVE, 1, 1);
    record("a", COMPLETED, 20, 1);
    Measured unknown = Flowgauge.report(recorder.snapshot()).metrics().meanWaitingTime();
    assertThat(unknown.isMeasured()).isFalse();
    record("b", STARTED, 20, 1);
    record("b", ACTIVE, 60, 1);
    record("b", COMPLETED, 100, 1);
    Measured ofOne = Flowgauge.report(recorder.snapshot()).metrics().meanWaitingTime();
    assertThat(ofOne.value()).isEqualTo(40);
    assertThat(ofOne.measured()).isEqualTo(1);
  }

  @Test
  void attribution_onlySuspendedKnown_isUnidentified() {
    record("a", SUSPENDED, 3, 1);
    record("b", STARTED, 1, 1);
    record("b", COMPLETED, 9, 1);
    Attribution attribution = attribution();
    assertThat(attribution.makespanNanos()).isEqualTo(8 * SECOND);
    RegionOverheads raw = Flowgauge.report(recorder.snapshot()).overheads().activity(0);
    assertThat(raw.classes()).isEmpty();
    assertThat(raw.overhead(OverheadClass.UNIDENTIFIED).value()).isEqualTo(6);
  }

  @Test
  void attribution_withoutActiveAndWallclock_phasesCount() {
    record("a", STARTED, 0, 1);
    record("a", PENDING, 2, 1);
    record("a", COMPLETED, 10, 1);
    recorder.phase("a", new Phase("stage-in", 3 * SECOND, 5 * SECOND));
    Attribution attribution = attribution();
    assertThat(attribution.overheadNanos(OverheadClass.DATA_TRANSFER)).isEqualTo(2 * SECOND);
    assertThat(attribution.overheadNanos(OverheadClass.UNIDENTIFIED)).isEqualTo(6 * SECOND);
  }

  @Test
  void attribution_nothingRunsButOneIsReady_pathGoesThroughItsOwnPredecessor() {
    recorder.activity(Activity.of("a"));
    recorder.dependency("b", "d");
    record("b", STARTED, 0, 1);
    record("b", COMPLETED, 4, 1);
    record("c", STARTED, 0, 1);
    record("c", COMPLETED, 6, 1);
    recorder.dependency("c", "a");
    recorder.dependency("b", "a");
    Attribution attribution =
        Flowgauge.report(recorder.snapshot(Times.instant(9 * SECOND))).attribution();
    assertThat(attribution.criticalPath()).extracting(PathStep::activity).containsExactly("c", "a");
    assertThat(attribution.overheadNanos(OverheadClass.ENACTMENT)).isEqualTo(3 * SECOND);
  }

  @Test
  void report_timesBeyondAllReason_isNoCrash() {
    long far = (1L << 62) - 1;
    for (String id : new String[] {"a", "b", "c"}) {
      recorder.activity(Activity.of(id));
      recorder.wallclock(id, far);
      recorder.assign(id, 1, "p");
    }
    recorder.dependency("a", "b");
    recorder.dependency("b", "c");
    RunReport report = Flowgauge.report(recorder.snapshot());
    assertThat(report.attribution().isEstimated()).isTrue();
    assertThat(report.attribution().idealNanos()).isPositive();
    assertThat(report.attribution().slackNanos(0)).hasValue(0);
    assertThat(report.metrics().criticalPathProcessingSeconds().value()).isPositive();
  }

  @Test
  void report_farthestEvents_attributesAllOfTheTimeBetween() {
    long far = (1L << 62) - 1;
    recorder.dependency("a", "b");
    recorder.record("a", STARTED, -far, 1);
    recorder.record("a", ACTIVE, -far, 1);
    recorder.record("a", COMPLETED, 0, 1);
    recorder.record("b", ACTIVE, far - 1, 1);
    recorder.record("b", COMPLETED, far, 1);
    recorder.wallclock("b", far);
    Attribution attribution = attribution();
    long sum = attribution.classes().values().stream().mapToLong(n -> n).sum();
    assertThat(sum + attribution.idealNanos()).isEqualTo(2 * far);
    assertThat(attribution.makespanNanos()).isEqualTo(2 * far);
  }

  @Test
  void criticalPathByProcessing_tie_isThatOfTheActivitiesDeclaredFirst() {
    for (String id : new String[] {"z", "b", "a", "y"}) {
      recorder.activity(Activity.of(id));
      recorder.wallclock(id, 5);
    }
    recorder.dependency("b", "z");
    recorder.dependency("y", "z");
    recorder.dependency("a", "z");
    for (String id : new String[] {"z", "b", "a", "y"}) {
      record(id, COMPLETED, 9, 1);
    }
    RunReport measured = Flowgauge.report(recorder.snapshot());
    assertThat(measured.metrics().criticalPathByProcessing()).containsExactly("b", "z");
  }

  @Test
  void report_runWithoutActivity_saysSo() {
    WorkflowRun empty = recorder.snapshot();
    assertThatThrownBy(() -> Flowgauge.report(empty))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no activities");
  }
}
