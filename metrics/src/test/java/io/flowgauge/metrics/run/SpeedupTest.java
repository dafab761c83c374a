package io.flowgauge.metrics.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RefinementSpeedup;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.SiteSpeedup;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpeedupTest {

  /** The two components of SG take 7 and 5 s along their longest paths; SH takes 4 s. */
  @Test
  void refinement_ofDisconnectedSubgraphs_isTheRatioOfTheirLongestPaths() {
    RunRecorder before = Flowgauge.recorder("G");
    time(before, "a", 3);
    time(before, "b", 4);
    time(before, "c", 5);
    time(before, "rest", 100);
    before.dependency("a", "b");
    before.dependency("b", "rest");
    RunRecorder after = Flowgauge.recorder("H");
    time(after, "d", 4);
    RefinementSpeedup speedup =
        RefinementSpeedup.of(metrics(before), List.of("a", "b", "c"), metrics(after), List.of("d"));
    assertThat(speedup.beforeSeconds().value()).isEqualTo(7);
    assertThat(speedup.speedup().value()).isEqualTo(7.0 / 4);
  }

  @Test
  void refinement_ofWholeWorkflowsWithoutTimes_isAbsentWithTheReason() {
    RunRecorder empty = Flowgauge.recorder("G");
    empty.activity(Activity.of("a"));
    RefinementSpeedup speedup = RefinementSpeedup.of(metrics(empty), metrics(empty));
    assertThat(speedup.speedup().reason()).contains("no activity has a known wall-clock time");
  }

  /** Two sites that take 100 s and 300 s alone take 80 s together. */
  @Test
  void siteSpeedup_ofTwoSites_isAgainstTheFastest() {
    SiteSpeedup speedup = SiteSpeedup.of(80, Map.of("linz", 100.0, "graz", 300.0));
    assertThat(speedup.speedup()).isEqualTo(1.25);
    assertThat(speedup.efficiency()).isCloseTo(1.25 / (1 + 1.0 / 3), within(1e-12));
    assertThat(speedup.inefficiency()).isCloseTo(1 - speedup.efficiency(), within(1e-15));
  }

  @Test
  void siteSpeedup_ofBadTimes_namesTheSite() {
    assertThatThrownBy(() -> SiteSpeedup.of(80, Map.of("linz", Double.NaN)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the time of site linz");
    assertThatThrownBy(() -> SiteSpeedup.of(80, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** sf = n · max T_n / T_1: three members of 2, 3 and 6 s against 1.5 s alone. */
  @Test
  void slowdown_ofForkJoin_isAgainstTheWorkflowOfOne() {
    RunRecorder run = Flowgauge.recorder("fork");
    for (int k = 0; k < 3; k++) {
      time(run, "m" + k, new int[] {2, 3, 6}[k]);
    }
    run.regions(Region.parallel("m0", "m1", "m2"));
    var report = Flowgauge.report(run.snapshot());
    Region section = report.run().workflow().regions();
    assertThat(report.metrics().slowdown(section, 1.5).slowdown().value()).isEqualTo(12);
    assertThat(report.metrics().slowdowns().get(0).slowdown().value()).isEqualTo(9);
  }

  private static void time(RunRecorder run, String id, int seconds) {
    run.activity(Activity.of(id));
    run.wallclock(id, seconds * Times.NANOS_PER_SECOND);
  }

  private static RunMetrics metrics(RunRecorder run) {
    return Flowgauge.report(run.snapshot()).metrics();
  }
}
