package io.flowgauge.metrics;

import static io.flowgauge.analysis.OverheadClass.COMMUNICATION;
import static io.flowgauge.analysis.OverheadClass.DATA_TRANSFER;
import static io.flowgauge.analysis.OverheadClass.EXTERNAL_LOAD;
import static io.flowgauge.analysis.OverheadClass.OTHER_PARALLEL;
import static io.flowgauge.analysis.OverheadClass.PARALLEL_PROCESSING;
import static io.flowgauge.analysis.OverheadClass.POLLING;
import static io.flowgauge.analysis.OverheadClass.SERIALISATION;
import static io.flowgauge.analysis.OverheadClass.SUSPENDED;
import static io.flowgauge.analysis.OverheadClass.SYNCHRONIZATION;
import static io.flowgauge.analysis.OverheadClass.TOTAL;
import static io.flowgauge.analysis.OverheadClass.UNIDENTIFIED;
import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.RESUMED;
import static io.flowgauge.run.EventType.STARTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Phases whose length alone is known, in the overheads of an activity and of its run. */
class PhaseTimesTest {
  private static final long SECOND = Times.NANOS_PER_SECOND;

  /** Tolerance for seconds that are sums of whole nanoseconds. */
  private static final double ROUNDING = 1e-9;

  private final RunRecorder recorder = Flowgauge.recorder("case");

  private void record(String activity, EventType type, long seconds) {
    recorder.record(activity, type, seconds * SECOND, 1);
  }

  /** Records ACTIVE at 2 s, COMPLETED at 102 s, T of 90 s and an ideal time of 60 s. */
  private void parallelActivity() {
    record("a", STARTED, 0);
    record("a", ACTIVE, 2);
    record("a", COMPLETED, 102);
    recorder.wallclock("a", 90 * SECOND);
    recorder.ideal("a", 60 * SECOND);
    recorder.phaseTime("a", PhaseType.COMMUNICATION, 12 * SECOND);
    recorder.phaseTime("a", PhaseType.SYNCHRONIZATION, 5 * SECOND);
    recorder.phaseTime("a", PhaseType.IO, 3 * SECOND);
  }

  private RunReport report() {
    return Flowgauge.report(recorder.snapshot());
  }

  private static double seconds(RegionOverheads overheads, OverheadClass overhead) {
    return overheads.overhead(overhead).value();
  }

  @Test
  void report_runOfAnotherImplementation_hasThem() {
    parallelActivity();
    RegionOverheads total = Flowgauge.report(foreign(recorder.snapshot())).overheads().total();
    assertThat(seconds(total, COMMUNICATION)).isEqualTo(12);
    assertThat(seconds(total, SYNCHRONIZATION)).isEqualTo(5);
    assertThat(seconds(total, OTHER_PARALLEL)).isEqualTo(3);
    assertThat(seconds(total, EXTERNAL_LOAD)).isEqualTo(90 - 60 - 20);
  }

  private static WorkflowRun foreign(WorkflowRun run) {
    return (WorkflowRun)
        Proxy.newProxyInstance(
            WorkflowRun.class.getClassLoader(),
            new Class<?>[] {WorkflowRun.class},
            (proxy, method, arguments) -> method.invoke(run, arguments));
  }

  @Test
  void report_runOfAnotherImplementation_isMeasuredUpToItsEnd() {
    recorder.activity(Activity.of("open"));
    recorder.record("open", ACTIVE, Instant.EPOCH, 1);
    WorkflowRun live = recorder.snapshot(Instant.EPOCH.plusSeconds(50));
    recorder.end(Times.nanos(80));
    for (WorkflowRun run : List.of(live, recorder.snapshot())) {
      Attribution expected = Flowgauge.report(run).attribution();
      Attribution attribution = Flowgauge.report(foreign(run)).attribution();
      assertThat(attribution.makespanNanos()).isEqualTo(expected.makespanNanos()).isPositive();
      assertThat(attribution.idealNanos()).isEqualTo(expected.idealNanos());
      assertThat(attribution.classes()).isEqualTo(expected.classes());
    }
  }

  /** Staged in from 3 s to 7 s, computed from 8 s to 28 s, staged out from 29 s to 31 s. */
  private void stagedActivity() {
    record("a", STARTED, 0);
    record("a", ACTIVE, 2);
    record("a", COMPLETED, 40);
    recorder.wallclock("a", 20 * SECOND);
    recorder.phase("a", new Phase("stage-in", 3 * SECOND, 7 * SECOND));
    recorder.phase("a", new Phase("compute", 8 * SECOND, 28 * SECOND));
    recorder.phase("a", new Phase("stage-out", 29 * SECOND, 31 * SECOND));
  }

  @Test
  void overheads_phasesOutsideTheRecordedApplication_areNoneOfItsTime() {
    stagedActivity();
    RunReport report = report();
    RegionOverheads raw = report.overheads().activity(0);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isZero();
    assertThat(seconds(raw, DATA_TRANSFER)).isEqualTo(6);
    assertThat(seconds(raw, POLLING)).isEqualTo(40 - 2 - 20 - 6);
    assertThat(report.attribution().idealNanos()).isEqualTo(20 * SECOND);
    assertThat(report.attribution().overheadNanos(POLLING)).isEqualTo(12 * SECOND);
  }

  @Test
  void overheads_phaseInsideTheRecordedApplication_isPartOfItsTime() {
    stagedActivity();
    recorder.phase("a", new Phase("communication", 26 * SECOND, 29 * SECOND));
    recorder.ideal("a", 15 * SECOND);
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, COMMUNICATION)).isEqualTo(3);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isEqualTo(20 - 15 - 2);
    assertThat(seconds(raw, POLLING)).isEqualTo(40 - 2 - 20 - 6 - 1);
  }

  /** A phase of another length does not say where T is, so T begins with ACTIVE. */
  @Test
  void overheads_computationShorterThanT_isNotTheApplication() {
    stagedActivity();
    recorder.wallclock("a", 25 * SECOND);
    recorder.ideal("a", 15 * SECOND);
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isEqualTo(25 - 15 - 4);
    assertThat(seconds(raw, POLLING)).isEqualTo(40 - 2 - 25 - 2);
  }

  @Test
  void overheads_suspendedApplication_isWhereItIsRecorded() {
    stagedActivity();
    recorder.wallclock("a", 15 * SECOND);
    record("a", EventType.SUSPENDED, 10);
    record("a", RESUMED, 15);
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, SUSPENDED)).isEqualTo(5);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isZero();
    assertThat(seconds(raw, POLLING)).isEqualTo(40 - 2 - 15 - 5 - 6);
  }

  @Test
  void overheads_measuredPhases_areTakenOutOfExternalLoad() {
    parallelActivity();
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, COMMUNICATION)).isEqualTo(12);
    assertThat(seconds(raw, SYNCHRONIZATION)).isEqualTo(5);
    assertThat(seconds(raw, OTHER_PARALLEL)).isEqualTo(3);
    assertThat(seconds(raw, PARALLEL_PROCESSING)).isEqualTo(20);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isEqualTo(90 - 60 - 20);
    assertThat(seconds(raw, POLLING)).isEqualTo(10);
    assertThat(raw.ideal().value()).isEqualTo(60);
    assertThat(seconds(raw, TOTAL)).isEqualTo(42);
    assertThat(seconds(raw, UNIDENTIFIED)).isEqualTo(0);
    assertThat(raw.severity(COMMUNICATION).value()).isEqualTo(12.0 / 102);
  }

  @Test
  void overheads_ofTheRun_showThemToo() {
    parallelActivity();
    RegionOverheads total = report().overheads().total();
    assertThat(seconds(total, COMMUNICATION)).isEqualTo(12);
    assertThat(seconds(total, OTHER_PARALLEL)).isEqualTo(3);
    assertThat(total.time().value())
        .isCloseTo(
            total.ideal().value()
                + total.classes().values().stream().mapToDouble(Double::doubleValue).sum()
                + seconds(total, UNIDENTIFIED),
            within(ROUNDING));
  }

  @Test
  void attribution_measuredPhases_sumToTheMakespan() {
    parallelActivity();
    Attribution attribution = report().attribution();
    assertThat(attribution.overheadNanos(COMMUNICATION)).isEqualTo(12 * SECOND);
    assertThat(attribution.overheadNanos(SYNCHRONIZATION)).isEqualTo(5 * SECOND);
    assertThat(attribution.overheadNanos(EXTERNAL_LOAD)).isEqualTo(10 * SECOND);
    assertThat(attribution.idealNanos()).isEqualTo(60 * SECOND);
  }

  @Test
  void overheads_placedPhasesToo_addUp() {
    parallelActivity();
    recorder.phase("a", new Phase("communication", 10 * SECOND, 14 * SECOND));
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, COMMUNICATION)).isEqualTo(16);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isEqualTo(90 - 60 - 24);
  }

  @Test
  void overheads_suspendedInBetween_areTakenOutOfWhatRan() {
    parallelActivity();
    record("a", EventType.SUSPENDED, 20);
    record("a", RESUMED, 25);
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, COMMUNICATION)).isEqualTo(12);
    assertThat(seconds(raw, SUSPENDED)).isEqualTo(5);
    assertThat(seconds(raw, POLLING)).isEqualTo(5);
  }

  @Test
  void overheads_longerThanTheActivity_areShortenedInProportionWithARemark() {
    record("a", STARTED, 0);
    record("a", ACTIVE, 0);
    record("a", COMPLETED, 10);
    recorder.phaseTime("a", PhaseType.COMMUNICATION, 30 * SECOND);
    recorder.phaseTime("a", PhaseType.SYNCHRONIZATION, 10 * SECOND);
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, COMMUNICATION)).isCloseTo(7.5, within(ROUNDING));
    assertThat(seconds(raw, SYNCHRONIZATION)).isCloseTo(2.5, within(ROUNDING));
    assertThat(recorder.snapshot().diagnostics())
        .anyMatch(d -> d.message().contains("exceed its time T by up to 30.0 s"));
  }

  @Test
  void overheads_timeNotKnown_areTakenOutOfWhatIsUnidentified() {
    record("a", STARTED, 0);
    record("a", COMPLETED, 10);
    recorder.phaseTime("a", PhaseType.COMMUNICATION, 4 * SECOND);
    RunReport report = report();
    RegionOverheads raw = report.overheads().activity(0);
    assertThat(seconds(raw, COMMUNICATION)).isEqualTo(4);
    assertThat(seconds(raw, UNIDENTIFIED)).isEqualTo(6);
    assertThat(report.attribution().overheadNanos(COMMUNICATION)).isEqualTo(4 * SECOND);
    assertThat(report.attribution().overheadNanos(UNIDENTIFIED)).isEqualTo(6 * SECOND);
  }

  @Test
  void overheads_ofATransfer_areItsTransfer() {
    recorder.activity(Activity.of("a", "copy", ActivityKind.TRANSFER));
    record("a", STARTED, 0);
    record("a", ACTIVE, 1);
    record("a", COMPLETED, 10);
    recorder.phaseTime("a", PhaseType.IO, 4 * SECOND);
    RegionOverheads raw = report().overheads().activity(0);
    assertThat(seconds(raw, DATA_TRANSFER)).isEqualTo(9);
    assertThat(raw.overhead(OTHER_PARALLEL).isMeasured()).isFalse();
  }

  @Test
  void snapshot_runningActivity_countsWhatIsKnownByNow() {
    record("a", STARTED, 0);
    record("a", ACTIVE, 0);
    recorder.phaseTime("a", PhaseType.COMMUNICATION, 1 * SECOND);
    recorder.phaseTime("a", PhaseType.COMMUNICATION, 3 * SECOND);
    WorkflowRun run = recorder.snapshot(Times.instant(8 * SECOND));
    assertThat(run.execution(0).phaseTimes())
        .isEqualTo(Map.of(PhaseType.COMMUNICATION, Duration.ofSeconds(3)));
    assertThat(seconds(Flowgauge.report(run).overheads().activity(0), COMMUNICATION)).isEqualTo(3);
  }

  /**
   * Records T of 100 s, of which 30 s were spent waiting for other programs and 20 s for siblings.
   */
  private static void loadedActivity(RunRecorder recorder) {
    recorder.record("a", STARTED, 0, 1);
    recorder.record("a", ACTIVE, 2 * SECOND, 1);
    recorder.record("a", COMPLETED, 102 * SECOND, 1);
    recorder.phaseTime("a", PhaseType.EXTERNAL_LOAD, 30 * SECOND);
    recorder.phaseTime("a", PhaseType.SERIALISATION, 20 * SECOND);
  }

  @Test
  void overheads_measuredWaits_leaveWhatItTakesUndisturbed() {
    loadedActivity(recorder);
    RunReport report = report();
    RegionOverheads raw = report.overheads().activity(0);
    assertThat(raw.ideal().value()).isEqualTo(50);
    assertThat(seconds(raw, EXTERNAL_LOAD)).isEqualTo(30);
    assertThat(seconds(raw, SERIALISATION)).isEqualTo(20);
    assertThat(seconds(raw, UNIDENTIFIED)).isEqualTo(0);
    assertThat(report.overheads().measuredExternalLoad().value()).isEqualTo(30);
    assertThat(report.attribution().idealNanos()).isEqualTo(50 * SECOND);
    assertThat(report.attribution().overheadNanos(EXTERNAL_LOAD)).isEqualTo(30 * SECOND);
    assertThat(report.attribution().overheadNanos(SERIALISATION)).isEqualTo(20 * SECOND);
  }

  @Test
  void overheads_idealTimeShorterStill_addsInferredExternalLoad() {
    loadedActivity(recorder);
    recorder.ideal("a", 40 * SECOND);
    RunReport report = report();
    assertThat(seconds(report.overheads().activity(0), EXTERNAL_LOAD)).isEqualTo(30 + 10);
    assertThat(seconds(report.overheads().activity(0), SERIALISATION)).isEqualTo(20);
    assertThat(report.overheads().measuredExternalLoad().value()).isEqualTo(30);
    assertThat(report.attribution().overheadNanos(EXTERNAL_LOAD)).isEqualTo(40 * SECOND);
  }

  @Test
  void ideal_historyUnderLoad_isWithoutItsWaits() {
    loadedActivity(recorder);
    RunRecorder idle = Flowgauge.recorder("idle");
    idle.record("a", ACTIVE, 0, 1);
    idle.record("a", COMPLETED, 70 * SECOND, 1);
    RunReport report = Flowgauge.report(idle.snapshot(), recorder.snapshot());
    assertThat(report.overheads().ideal(0).seconds().value()).isEqualTo(50);
    assertThat(seconds(report.overheads().activity(0), EXTERNAL_LOAD)).isEqualTo(20);
    assertThat(report.overheads().measuredExternalLoad().isMeasured()).isFalse();
  }

  @Test
  void ideal_historyCutOff_isNotWhatItHadTakenByThen() {
    RunRecorder killed = Flowgauge.recorder("killed");
    killed.activity(Activity.of("a"));
    killed.record("a", ACTIVE, 0, 1);
    recorder.record("a", ACTIVE, 0, 1);
    recorder.record("a", COMPLETED, 70 * SECOND, 1);
    RunReport report =
        Flowgauge.report(recorder.snapshot(), killed.snapshot(Instant.ofEpochSecond(1)));
    assertThat(report.overheads().ideal(0).seconds().value()).isEqualTo(70);
    assertThat(report.overheads().ideal(0).source()).isEqualTo(IdealSource.OWN_TIME);
  }

  @Test
  void measuredExternalLoad_zero_isMeasured() {
    recorder.record("a", ACTIVE, 0, 1);
    recorder.record("a", COMPLETED, SECOND, 1);
    recorder.record("b", ACTIVE, 0, 1);
    recorder.record("b", COMPLETED, SECOND, 1);
    recorder.phaseTime("a", PhaseType.EXTERNAL_LOAD, 0);
    assertThat(report().overheads().measuredExternalLoad()).isEqualTo(Measured.of(0, 1, 2));
  }

  @Property(tries = 200)
  void overheads_anyLengths_stillSumExactly(
      @ForAll @IntRange(max = 200) int communication,
      @ForAll @IntRange(max = 200) int io,
      @ForAll @IntRange(max = 200) int load,
      @ForAll @IntRange(min = 1, max = 120) int wallclock,
      @ForAll @IntRange(max = 20) int gap,
      @ForAll @DoubleRange(min = 0, max = 1) double ideal) {
    RunRecorder any = Flowgauge.recorder("any");
    long active = 1_000_000_007L;
    long end = active + 100 * SECOND + 3;
    any.record("a", STARTED, 0, 1);
    any.record("a", ACTIVE, active, 1);
    any.record("a", EventType.SUSPENDED, active + 7 * SECOND, 1);
    any.record("a", RESUMED, active + (7 + gap) * SECOND, 1);
    any.record("a", COMPLETED, end, 1);
    any.wallclock("a", wallclock * SECOND - 1);
    any.ideal("a", Math.round(wallclock * ideal * SECOND));
    any.phase("a", new Phase("stage-in", active + SECOND, active + 2 * SECOND));
    any.phaseTime("a", PhaseType.COMMUNICATION, communication * SECOND / 3);
    any.phaseTime("a", PhaseType.IO, io * SECOND / 7);
    any.phaseTime("a", PhaseType.EXTERNAL_LOAD, load * SECOND / 11);
    RunReport report = Flowgauge.report(any.snapshot());
    RegionOverheads raw = report.overheads().activity(0);
    double sum = raw.classes().values().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(raw.ideal().value() + sum).isCloseTo(end / 1e9, within(1e-6));
    Attribution attribution = report.attribution();
    long classes = attribution.idealNanos();
    for (OverheadClass leaf : OverheadClass.values()) {
      classes += leaf.isLeaf() ? attribution.overheadNanos(leaf) : 0;
    }
    assertThat(classes).isEqualTo(end);
    assertThat(attribution.overheadNanos(COMMUNICATION))
        .isEqualTo(Math.round(raw.overhead(COMMUNICATION).orElse(0) * 1e9));
  }
}
