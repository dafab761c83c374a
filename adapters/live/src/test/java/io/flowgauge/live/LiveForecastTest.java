package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LiveForecastTest {
  private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
  private static final int ACTIVITIES = 12;

  /**
   * Records a chain of activities of about 100 s each, up to those that begin by the given second.
   */
  private static void record(RunRecorder into, Random random, double until) {
    double time = 0;
    for (int k = 0; k < ACTIVITIES && time <= until; k++) {
      String id = "a" + k;
      into.activity(Activity.of(id, "t" + k % 3));
      if (k > 0) {
        into.dependency("a" + (k - 1), id);
      }
      record(into, id, EventType.ACTIVE, time);
      time += 100 * Math.exp(0.2 * random.nextGaussian());
      if (time <= until) {
        record(into, id, EventType.COMPLETED, time);
      }
    }
  }

  private static void record(RunRecorder into, String id, EventType type, double second) {
    into.record(id, type, BEGIN.plusMillis((long) (second * 1000)), 1);
  }

  private static WorkflowRun whole(int seed) {
    RunRecorder recorder = Flowgauge.recorder("chain");
    record(recorder, new Random(seed), Double.MAX_VALUE);
    return recorder.snapshot();
  }

  private static List<WorkflowRun> earlier() {
    List<WorkflowRun> runs = new ArrayList<>();
    for (int seed = 100; seed < 106; seed++) {
      runs.add(whole(seed));
    }
    return runs;
  }

  private static LiveForecast at(double second, int seed, List<WorkflowRun> earlier)
      throws IOException {
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .earlier(earlier)
            .clock(() -> BEGIN.plusMillis((long) (second * 1000)))
            .open()) {
      record(monitor.recorder("r", "chain"), new Random(seed), second);
      return monitor.run("r").orElseThrow().forecast().orElseThrow();
    }
  }

  @Test
  void remaining_ofRunThatMakesItsActivitiesAsItGoes_countsThoseOfEarlierRuns() throws IOException {
    int covered = 0;
    List<WorkflowRun> earlier = earlier();
    for (int seed = 0; seed < 20; seed++) {
      double makespan = whole(seed).makespan().orElseThrow().toMillis() / 1e3;
      double now = 350;
      LiveForecast forecast = at(now, seed, earlier);
      double actual = makespan - now;
      assertThat(forecast.toCome()).isBetween(7, 10);
      assertThat(forecast.basis()).contains("activities to come, as in an earlier run");
      var remaining = forecast.remaining().orElseThrow();
      assertThat(remaining.quantile(0.5)).isBetween(actual * 0.6, actual * 1.6);
      boolean isWithin = remaining.quantile(0.05) <= actual && actual <= remaining.quantile(0.95);
      covered += isWithin ? 1 : 0;
    }
    assertThat(covered).isGreaterThanOrEqualTo(16);
  }

  @Test
  void remaining_withoutHistory_saysThatMoreMayCome() throws IOException {
    LiveForecast forecast = at(350, 1, List.of());
    assertThat(forecast.toCome()).isZero();
    assertThat(forecast.remaining()).isPresent();
    assertThat(forecast.basis())
        .startsWith("what this run has shown so far, as there is no earlier run")
        .contains("known so far");
  }

  @Test
  void remaining_ofTypeThatNeverRan_isNotKnown() throws IOException {
    LiveForecast forecast = at(50, 1, List.of());
    assertThat(forecast.remaining()).isEmpty();
    assertThat(forecast.why()).contains("no forecast until each type has run once");
  }

  @Test
  void remaining_onceAllThatIsKnownIsOver_isNotZero() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.builder().clock(() -> BEGIN.plusSeconds(20)).open()) {
      RunRecorder recorder = monitor.recorder("r", "one");
      recorder.activity(Activity.of("a", "t"));
      record(recorder, "a", EventType.ACTIVE, 0);
      record(recorder, "a", EventType.COMPLETED, 10);
      LiveForecast forecast = monitor.run("r").orElseThrow().forecast().orElseThrow();
      assertThat(forecast.remaining()).isEmpty();
      assertThat(forecast.why()).contains("whether more will come");
    }
  }

  @Test
  void expected_ofRunningActivity_isThatOfItsType() throws IOException {
    LiveForecast forecast = at(350, 1, earlier());
    var running = forecast.expected("a3");
    assertThat(running).isPresent();
    assertThat(running.orElseThrow().quantile(0.5)).isBetween(70.0, 140.0);
    assertThat(forecast.expected("a0")).isEmpty();
  }

  @Test
  void expected_withoutForecastOfTheRest_isTheSame() throws IOException {
    List<WorkflowRun> earlier = earlier();
    try (LiveMonitor monitor =
        LiveMonitor.builder().earlier(earlier).clock(() -> BEGIN.plusSeconds(350)).open()) {
      record(monitor.recorder("r", "chain"), new Random(1), 350);
      var expected = monitor.run("r").orElseThrow().expected();
      assertThat(expected).containsOnlyKeys("a3");
      assertThat(expected.get("a3").mean())
          .isEqualTo(at(350, 1, earlier).expected("a3").orElseThrow().mean());
    }
  }

  private static LiveForecast slowed(Function<WorkflowRun, Map<String, Double>> slowdowns)
      throws IOException {
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .earlier(earlier())
            .slowdowns(slowdowns)
            .clock(() -> BEGIN.plusSeconds(350))
            .open()) {
      RunRecorder recorder = monitor.recorder("r", "chain");
      record(recorder, new Random(1), 350);
      recorder.assign("a3", 1, "host");
      return monitor.run("r").orElseThrow().forecast().orElseThrow();
    }
  }

  @Test
  void expected_onSlowedMachine_isLongerByThat() throws IOException {
    LiveForecast usual = slowed(run -> Map.of());
    LiveForecast slower = slowed(run -> Map.of("host", 1.5));

    double ratio =
        slower.expected("a3").orElseThrow().quantile(0.5)
            / usual.expected("a3").orElseThrow().quantile(0.5);
    assertThat(ratio).isBetween(1.45, 1.55);
    assertThat(slower.remaining().orElseThrow().mean())
        .isGreaterThan(usual.remaining().orElseThrow().mean());
    assertThat(slower.basis())
        .endsWith("Given its load, host is expected to take 1.5 times as long as so far.");
    assertThat(usual.basis()).doesNotContain("Given its load");
  }

  @Test
  void remaining_slowdownsFail_saysSo() throws IOException {
    LiveForecast forecast =
        slowed(
            run -> {
              throw new IllegalStateException("broken");
            });
    assertThat(forecast.remaining()).isEmpty();
    assertThat(forecast.why()).isEqualTo("the slowdowns of machines are not known: broken");
    assertThat(forecast.expected("a3")).isPresent();
  }

  @Test
  void remaining_slowdownsUnreadable_saysWhere() throws IOException {
    String where = "loads.json: line 3: found 'x', expected a number";
    LiveForecast forecast =
        slowed(
            run -> {
              throw new UncheckedIOException(new IOException(where));
            });
    assertThat(forecast.why()).isEqualTo("the slowdowns of machines are not known: " + where);
  }

  @Test
  void remaining_slowdownsFailWithoutAMessage_saysSo() throws IOException {
    LiveForecast forecast =
        slowed(
            run -> {
              throw new UnsupportedOperationException();
            });
    assertThat(forecast.why())
        .endsWith("the function that returns them failed with UnsupportedOperationException");
  }

  @Test
  void remaining_slowdownsOutOfRange_saysSo() throws IOException {
    for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      LiveForecast forecast = slowed(run -> Map.of("host", factor));
      assertThat(forecast.remaining()).isEmpty();
      assertThat(forecast.why())
          .isEqualTo(
              "the slowdowns of machines are not known: that of host must be above 0 and finite,"
                  + " but is "
                  + factor);
      assertThat(forecast.expected("a3")).isPresent();
    }
    assertThat(slowed(run -> null).why())
        .endsWith(
            "the function that returns them returned null, but must return factors by machine");
    assertThat(slowed(run -> Collections.singletonMap("host", null)).why())
        .endsWith("that of host must be above 0 and finite, but is null");
  }
}
