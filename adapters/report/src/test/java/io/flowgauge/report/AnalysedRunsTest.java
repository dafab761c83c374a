package io.flowgauge.report;

import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.FAILED;
import static io.flowgauge.run.EventType.SKIPPED;
import static io.flowgauge.run.EventType.STARTED;
import static io.flowgauge.run.EventType.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.oracle.DamagedRuns;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Text and JSON reports of analysed runs, however odd. */
class AnalysedRunsTest {
  private static final long SECOND = Times.NANOS_PER_SECOND;

  @Property(tries = 800)
  void report_anyDamagedRun_isWrittenWithoutNaN(
      @ForAll @IntRange(min = 1, max = 14) int activities, @ForAll long seed) {
    RunReport report = Flowgauge.report(DamagedRuns.of(activities, seed).run());
    assertThat(Flowgauge.json(report)).doesNotContain("NaN");
    assertThat(Flowgauge.text(report)).doesNotContain("NaN");
  }

  @Test
  void report_timesBeyondAllReason_isWritten() {
    long far = (1L << 62) - 1;
    RunRecorder recorder = Flowgauge.recorder("case");
    for (String id : new String[] {"a", "b", "c"}) {
      recorder.activity(Activity.of(id));
      recorder.wallclock(id, far);
      recorder.assign(id, 1, "p");
    }
    recorder.dependency("a", "b");
    recorder.dependency("b", "c");
    RunReport report = Flowgauge.report(recorder.snapshot());
    assertThat(Flowgauge.text(report)).isNotEmpty();
    assertThat(Flowgauge.json(report)).isNotEmpty();
  }

  /** ACTIVE at 2 s, COMPLETED at 102 s, T of 90 s, ideal time of 60 s. */
  @Test
  void report_measuredPhases_namesThem() {
    RunRecorder recorder = Flowgauge.recorder("case");
    recorder.record("a", STARTED, 0, 1);
    recorder.record("a", ACTIVE, 2 * SECOND, 1);
    recorder.record("a", COMPLETED, 102 * SECOND, 1);
    recorder.wallclock("a", 90 * SECOND);
    recorder.ideal("a", 60 * SECOND);
    recorder.phaseTime("a", PhaseType.COMMUNICATION, 12 * SECOND);
    recorder.phaseTime("a", PhaseType.SYNCHRONIZATION, 5 * SECOND);
    recorder.phaseTime("a", PhaseType.IO, 3 * SECOND);
    RunReport report = Flowgauge.report(recorder.snapshot());
    assertThat(Flowgauge.text(report)).contains("communication").contains("synchronization");
    assertThat(Flowgauge.json(report)).contains("\"communication\" : 12.0");
  }

  /** T of 10 s contains 2 s of staging in, so 8 s are left for an ideal time of 10 s. */
  @Test
  void report_idealTimeIncludesPhase_saysWhyExternalLoadIsNegative() {
    RunRecorder recorder = Flowgauge.recorder("case");
    recorder.record("a", ACTIVE, 0, 1);
    recorder.record("a", COMPLETED, 10 * SECOND, 1);
    String why = "External load is negative because ideal times and phases within";
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot()))).doesNotContain(why);
    recorder.phaseTime("a", PhaseType.STAGE_IN, 2 * SECOND);
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .containsPattern("external load +-2.0 s")
        .contains(why);
  }

  /** Without STARTED, as in most logs of batch systems. */
  @Test
  void report_waitingTime_isNotSaidToBeginWithAnEventThatIsMissing() {
    RunRecorder recorder = Flowgauge.recorder("case");
    recorder.record("a", SUBMITTED, 0, 1);
    recorder.record("a", ACTIVE, 4 * SECOND, 1);
    recorder.record("a", COMPLETED, 10 * SECOND, 1);
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .contains(
            "waiting time           mean 4.0 s from an activity's first event to ACTIVE, plus")
        .doesNotContain("from STARTED");
  }

  /** The second failed, so that its time is not known. */
  @Test
  void report_typeWithUnknownTimes_saysHowManyAreKnown() {
    RunRecorder recorder = Flowgauge.recorder("case");
    for (String id : List.of("a", "b", "c")) {
      recorder.activity(Activity.of(id, "frame"));
      recorder.record(id, ACTIVE, 0, 1);
    }
    recorder.record("a", COMPLETED, 10 * SECOND, 1);
    recorder.record("b", FAILED, 10 * SECOND, 1);
    recorder.record("c", COMPLETED, 10 * SECOND, 1);
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .containsPattern("type +count +measured +total +mean .*\n +frame +3 +2 +20.0 s +10.0 s ");
    recorder.record("b", ACTIVE, 10 * SECOND, 2);
    recorder.record("b", COMPLETED, 20 * SECOND, 2);
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .containsPattern("type +count +total +mean .*\n +frame +3 +30.0 s +10.0 s ");
  }

  /** The second may have been cached, which is no failure. */
  @Test
  void report_activitiesThatDidNotRun_areToldFromThoseThatDidNotComplete() {
    RunRecorder recorder = Flowgauge.recorder("case");
    List.of("a", "b", "c", "d").forEach(id -> recorder.activity(Activity.of(id)));
    recorder.record("a", ACTIVE, 0, 1);
    recorder.record("a", COMPLETED, 80 * SECOND, 1);
    recorder.record("c", SKIPPED, 80 * SECOND, 1);
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .contains("4 activities (1 skipped, 2 not run), ");
    recorder.record("d", ACTIVE, 80 * SECOND, 1);
    recorder.record("d", FAILED, 90 * SECOND, 1);
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .contains("4 activities (1 skipped, 1 not run, 1 not completed), ");
  }

  /** The second runs from 90 s to 100 s; what it waited for until then is unknown. */
  @Test
  void report_noDependencies_doesNotSayWhatWasReady() {
    RunRecorder recorder = Flowgauge.recorder("case");
    recorder.record("a", ACTIVE, 0, 1);
    recorder.record("a", COMPLETED, 80 * SECOND, 1);
    recorder.record("b", ACTIVE, 90 * SECOND, 1);
    recorder.record("b", COMPLETED, 100 * SECOND, 1);
    String ready = "activities were ready";
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .contains("lost to serialisation (80 %) and enactment (10 %).")
        .contains("enactment and serialisation may include waiting for other")
        .doesNotContain(ready);
    recorder.dependency("a", "b");
    assertThat(Flowgauge.text(Flowgauge.report(recorder.snapshot())))
        .contains("lost to enactment (10 %).")
        .contains(ready);
  }

  /** Without dependencies it is unknown whether their one section is a fork-join. */
  @Test
  void report_noDependencies_showsNoForkJoin() {
    RunRecorder recorder = Flowgauge.recorder("case");
    for (String id : List.of("a", "b", "c")) {
      recorder.record(id, ACTIVE, 0, 1);
      recorder.record(id, COMPLETED, SECOND, 1);
    }
    RunReport unknown = Flowgauge.report(recorder.snapshot());
    assertThat(Flowgauge.text(unknown)).doesNotContain("slowdown");
    assertThat(Flowgauge.json(unknown)).contains("\"slowdown\" : 3.0");

    List.of("a", "b", "c").forEach(id -> recorder.dependency(id, "last"));
    RunReport known = Flowgauge.report(recorder.snapshot());
    assertThat(Flowgauge.text(known)).contains("slowdown", "3.00 in ");
  }
}
