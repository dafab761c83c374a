package io.flowgauge.metrics.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Activities of a branch that was not taken do not count as unmeasured. */
class SkippedActivitiesTest {
  private final RunRecorder recorder = Flowgauge.recorder("conditional");

  @BeforeEach
  void record() {
    recorder.dependency("first", "branch");
    recorder.dependency("first", "other branch");
    recorder.dependency("branch", "last");
    recorder.dependency("other branch", "last");
    run("first", 0, 10);
    run("branch", 12, 20);
    event("other branch", EventType.SKIPPED, 11);
  }

  private void run(String activity, int begin, int end) {
    event(activity, EventType.STARTED, begin);
    event(activity, EventType.ACTIVE, begin);
    event(activity, EventType.COMPLETED, end);
  }

  private void event(String activity, EventType type, int second) {
    recorder.record(activity, type, Times.nanos((double) second), 1);
  }

  @Test
  void report_skippedActivity_isCountedApart() {
    run("last", 21, 30);
    RunReport report = Flowgauge.report(recorder.snapshot());
    assertThat(report.metrics().skippedActivities()).isEqualTo(1);
    assertThat(report.metrics().attempts()).isEqualTo(3);
    assertThat(report.metrics().meanResponseTime()).isEqualTo(Measured.of(9, 3, 3));
    assertThat(report.overheads().total().ideal()).isEqualTo(Measured.of(27, 3, 3));
    assertThat(report.metrics().criticalPathProcessingSeconds()).isEqualTo(Measured.of(27, 3, 3));
    assertThat(report.metrics().synchronizationDelay().mean()).isEqualTo(Measured.of(1.5, 2, 2));
    assertThat(report.metrics().types())
        .filteredOn(type -> type.type().equals("other branch"))
        .singleElement()
        .satisfies(type -> assertThat(type.count()).isEqualTo(1));
  }

  @Test
  void criticalPath_skippedActivityOfStatedTime_isLeftOut() {
    run("last", 21, 30);
    recorder.wallclock("other branch", Times.nanos(100.0));
    RunReport report = Flowgauge.report(recorder.snapshot());
    assertThat(report.metrics().criticalPathProcessingSeconds()).isEqualTo(Measured.of(27, 3, 3));
    assertThat(report.metrics().criticalPathByProcessing())
        .containsExactly("first", "branch", "last");
  }

  @Test
  void slowdown_skippedMember_doesNotCount() {
    recorder.dependency("first", "longer branch");
    recorder.dependency("longer branch", "last");
    recorder.wallclock("other branch", Times.nanos(1.0));
    run("longer branch", 12, 28);
    run("last", 30, 40);
    assertThat(Flowgauge.report(recorder.snapshot()).metrics().slowdowns())
        .singleElement()
        .satisfies(fork -> assertThat(fork.members()).isEqualTo(2))
        .satisfies(fork -> assertThat(fork.slowdown()).isEqualTo(Measured.of(4, 2, 2)));
  }

  @Test
  void attribution_whileTheRunGoesOn_waitsForWhatIsReady() {
    RunReport report = Flowgauge.report(recorder.snapshot(Times.instant(Times.nanos(26.0))));
    assertThat(report.run().isFinished()).isFalse();
    assertThat(report.attribution().criticalPath())
        .extracting(PathStep::activity)
        .containsExactly("first", "branch", "last");
    assertThat(report.attribution().overheadNanos(OverheadClass.ENACTMENT))
        .isEqualTo(Times.nanos(8.0));
    assertThat(report.metrics().synchronizationDelays())
        .extracting(delay -> delay.dependency().to())
        .containsExactlyInAnyOrder("branch", "last");
  }
}
