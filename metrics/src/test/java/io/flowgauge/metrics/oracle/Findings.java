package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.ActivityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The results of a report as values that can be compared across runs.
 *
 * @param seconds times in seconds, and numbers that stay the same if all times are scaled
 */
record Findings(Map<String, Long> nanos, Map<String, Double> seconds, List<String> path) {
  /** Accuracy that the reference values state, in seconds. */
  private static final double ACCURACY = 1e-6;

  static Findings of(RunReport report) {
    Map<String, Long> nanos = new TreeMap<>();
    Map<String, Double> seconds = new TreeMap<>();
    nanos.put("makespan", report.attribution().makespanNanos());
    nanos.put("ideal", report.attribution().idealNanos());
    report.attribution().classes().forEach((c, n) -> nanos.put(c.label(), n));
    int activities = report.run().workflow().activityCount();
    for (int a = 0; a < activities; a++) {
      String key = "activity " + a + " ";
      report.attribution().slackNanos(a).ifPresent(n -> nanos.put(key + "slack", n));
      add(seconds, key, report.overheads().activity(a));
      put(seconds, key + "response", report.metrics().responseTime(a).orElse(-1));
      for (ActivityState state : ActivityState.values()) {
        put(seconds, key + state, report.metrics().timeIn(a, state).orElse(-1));
      }
    }
    int number = 0;
    for (RegionOverheads region : report.overheads().regions()) {
      add(seconds, "region " + number++ + " ", region);
    }
    put(seconds, "number of attempts", report.metrics().attempts());
    put(seconds, "number of completed attempts", report.metrics().completedAttempts());
    put(seconds, "queuing", report.metrics().totalQueuingTime().orElse(-1));
    put(seconds, "critical path", report.metrics().criticalPathProcessingSeconds().orElse(-1));
    List<String> path = new ArrayList<>();
    report.attribution().criticalPath().forEach(step -> path.add(step.activity()));
    return new Findings(nanos, seconds, path);
  }

  private static void add(Map<String, Double> seconds, String key, RegionOverheads region) {
    put(seconds, key + "time", region.time().orElse(-1));
    put(seconds, key + "ideal", region.ideal().orElse(-1));
    put(seconds, key + "rest", region.overhead(OverheadClass.UNIDENTIFIED).orElse(-1));
    region.classes().forEach((c, s) -> put(seconds, key + c.label(), s));
  }

  private static void put(Map<String, Double> seconds, String key, double value) {
    seconds.put(key, value);
  }

  /** Asserts that nanoseconds are equal, and seconds up to their accuracy. */
  void assertSame(Findings expected) {
    assertThat(nanos).isEqualTo(expected.nanos);
    assertThat(path).isEqualTo(expected.path);
    assertThat(seconds.keySet()).isEqualTo(expected.seconds.keySet());
    seconds.forEach(
        (key, value) ->
            assertThat(value).as(key).isCloseTo(expected.seconds.get(key), within(ACCURACY)));
  }

  Findings scaled(long factor) {
    Map<String, Long> longer = new TreeMap<>();
    nanos.forEach((key, n) -> longer.put(key, n * factor));
    return new Findings(longer, Map.of(), path);
  }

  Findings withoutSeconds() {
    return new Findings(nanos, Map.of(), path);
  }

  Findings renamed(String prefix) {
    return new Findings(
        nanos, seconds, path.stream().map(id -> prefix + id).collect(Collectors.toList()));
  }
}
