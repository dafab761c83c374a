package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/**
 * Metrics (definitions, "Activity and workflow metrics"), raw overheads ("One activity") and slack
 * ("Attribution") against their oracle.
 */
class MetricsOracleTest {
  /** Half a nanosecond, as values are whole nanoseconds held as doubles. */
  private static final Offset<Double> NANOSECOND = within(0.5e-9);

  /** Tolerance for sums and means of such values. */
  private static final Offset<Double> ROUNDED = within(1e-6);

  @Property(tries = 400)
  void metrics_completeRun_equalOracle(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    MetricsOracle oracle = new MetricsOracle(plain);
    RunReport report = Flowgauge.report(plain.run());
    assertThat(report.metrics().successRate().value()).isEqualTo(oracle.successRate());
    assertThat(nanos(report.metrics().criticalPathProcessingSeconds().value()))
        .isEqualTo(oracle.criticalPath());
    Map<String, Long> delays = new TreeMap<>();
    report
        .metrics()
        .synchronizationDelays()
        .forEach(d -> delays.put(d.dependency().toString(), nanos(d.seconds())));
    assertThat(delays).isEqualTo(oracle.synchronizationDelays());
    long path =
        report.metrics().criticalPathByProcessing().stream()
            .mapToLong(id -> PlainTimes.wallclock(plain.work(id)))
            .sum();
    assertThat(path).isEqualTo(oracle.criticalPath());
  }

  @Property(tries = 300)
  void loadImbalance_completeRun_equalsOracle(
      @ForAll @IntRange(min = 1, max = 8) int activities, @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    MetricsOracle oracle = new MetricsOracle(plain);
    RunReport report = Flowgauge.report(plain.run());
    List<String> ids = plain.works().stream().map(Work::id).toList();
    for (ActivityState state : ActivityState.values()) {
      report
          .metrics()
          .loadImbalance(state, ids)
          .forEach(
              (id, seconds) ->
                  assertThat(seconds.value())
                      .isCloseTo(
                          oracle.loadImbalance(plain.work(id), state, plain.works()) / 1e9,
                          ROUNDED));
    }
  }

  @Property(tries = 300)
  void utilization_completeRun_isBusyTimeByMakespanAndSlots(
      @ForAll @IntRange(min = 1, max = 8) int activities, @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    RunReport report = Flowgauge.report(plain.run());
    for (Processor processor : plain.processors()) {
      double busy = new MetricsOracle(plain).busy(processor);
      double all = report.attribution().makespanNanos() * (double) processor.slots();
      assertThat(report.metrics().utilization().get(processor.name()).orElse(0))
          .isCloseTo(all == 0 ? 0 : busy / all, within(1e-12))
          .isLessThanOrEqualTo(1);
    }
  }

  @Property(tries = 400)
  void slack_completeRun_equalsOracle(
      @ForAll @IntRange(min = 1, max = 12) int activities, @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    MetricsOracle oracle = new MetricsOracle(plain);
    RunReport report = Flowgauge.report(plain.run());
    for (int a = 0; a < activities; a++) {
      assertThat(report.attribution().slackNanos(a)).hasValue(oracle.slack(plain.works().get(a)));
    }
    for (PathStep step : report.attribution().criticalPath()) {
      int index = report.run().workflow().indexOf(step.activity());
      assertThat(report.attribution().slackNanos(index)).hasValue(0);
    }
  }

  @Property(tries = 400)
  void overheads_completeActivity_sumExactlyToItsTime(
      @ForAll @IntRange(min = 1, max = 6) int activities, @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    RunReport report = Flowgauge.report(plain.run());
    HierarchyOracle oracle = new HierarchyOracle(plain);
    for (int a = 0; a < activities; a++) {
      Work work = plain.works().get(a);
      RegionOverheads raw = report.overheads().activity(a);
      long sum = nanos(raw.ideal().value());
      for (double seconds : raw.classes().values()) {
        sum += nanos(seconds);
      }
      assertThat(sum).isEqualTo(work.at(EventType.COMPLETED) - work.firstEvent());
      assertThat(raw.overhead(OverheadClass.UNIDENTIFIED).value()).isCloseTo(0, ROUNDED);
      Map<OverheadClass, Double> expected = oracle.raw(work);
      for (OverheadClass c :
          List.of(OverheadClass.RESTART, OverheadClass.RESUBMISSION, OverheadClass.SUSPENDED)) {
        assertThat(raw.overhead(c).orElse(0)).isCloseTo(expected.getOrDefault(c, 0.0), NANOSECOND);
      }
    }
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
