package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Properties that hold for every workflow, checked on random ones within the errors that forecasts
 * state.
 */
class NetworkPropertiesTest {
  private static final int TRIES = 40;

  /** Tolerance in half-widths of 95 % intervals: two estimates are very rarely further apart. */
  private static final double HALF_WIDTHS = 3;

  /** A random workflow: each edge from an earlier to a later activity with probability 1/3. */
  private record Drawn(int nodes, long seed) {
    NetworkPrediction predict(String prefix, double factor, int longer, boolean withEdge) {
      Random random = new Random(seed);
      WorkflowBuilder workflow = Flowgauge.workflow("random");
      for (int k = 0; k < nodes; k++) {
        workflow.activities(prefix + k);
      }
      for (int k = 0; k < nodes; k++) {
        for (int to = k + 1; to < nodes; to++) {
          if (random.nextInt(3) == 0 || (withEdge && k == 0 && to == nodes - 1)) {
            workflow.dependency(prefix + k, prefix + to);
          }
        }
      }
      NetworkPrediction prediction = Flowgauge.predict(workflow.build()).relativeError(0.01);
      for (int k = 0; k < nodes; k++) {
        double scale = factor * (k == longer ? 1.5 : 1) * (1 + random.nextInt(9));
        prediction = prediction.latency(prefix + k, law(random.nextInt(4)).scaledBy(scale));
      }
      return prediction;
    }

    private static Law law(int kind) {
      return switch (kind) {
        case 0 -> Law.exponential(1);
        case 1 -> Law.lognormal(1, 0.7);
        case 2 -> Law.uniform(0.5, 2);
        default -> Law.gamma(3, 0.4);
      };
    }
  }

  private static Drawn drawn(int nodes, int seed) {
    return new Drawn(nodes, seed);
  }

  private static double slack(NetworkForecast one, NetworkForecast other) {
    return HALF_WIDTHS * (width(one) + width(other)) / 2 + 1e-6 * one.mean();
  }

  private static double width(NetworkForecast forecast) {
    Range range = forecast.error().mean();
    return range.upper() - range.lower();
  }

  @Property(tries = TRIES)
  void longerActivity_neverShortens(
      @ForAll @IntRange(min = 1, max = 12) int nodes, @ForAll int seed) {
    NetworkForecast before = drawn(nodes, seed).predict("a", 1, -1, false).forecast();
    NetworkForecast after = drawn(nodes, seed).predict("a", 1, nodes / 2, false).forecast();
    assertThat(after.mean()).isGreaterThan(before.mean() - slack(before, after));
  }

  @Property(tries = TRIES)
  void addedEdge_neverShortens(@ForAll @IntRange(min = 2, max = 12) int nodes, @ForAll int seed) {
    NetworkForecast before = drawn(nodes, seed).predict("a", 1, -1, false).forecast();
    NetworkForecast after = drawn(nodes, seed).predict("a", 1, -1, true).forecast();
    assertThat(after.mean()).isGreaterThan(before.mean() - slack(before, after));
  }

  @Property(tries = TRIES)
  void scaledTimes_scaleTheMakespan(
      @ForAll @IntRange(min = 1, max = 12) int nodes, @ForAll int seed) {
    NetworkForecast before = drawn(nodes, seed).predict("a", 1, -1, false).forecast();
    NetworkForecast after = drawn(nodes, seed).predict("a", 7, -1, false).forecast();
    assertThat(after.mean() / 7).isBetween(before.mean() * (1 - 1e-5), before.mean() * (1 + 1e-5));
  }

  @Property(tries = TRIES)
  void renamedActivities_changeNothing(
      @ForAll @IntRange(min = 1, max = 12) int nodes, @ForAll int seed) {
    NetworkForecast before = drawn(nodes, seed).predict("a", 1, -1, false).forecast();
    NetworkForecast after = drawn(nodes, seed).predict("b", 1, -1, false).forecast();
    assertThat(after.mean()).isEqualTo(before.mean());
    assertThat(after.quantile(0.9)).isEqualTo(before.quantile(0.9));
  }

  @Property(tries = TRIES)
  void bracket_holdsTheMean(@ForAll @IntRange(min = 1, max = 12) int nodes, @ForAll int seed) {
    NetworkForecast forecast = drawn(nodes, seed).predict("a", 1, -1, false).forecast();
    double slack = slack(forecast, forecast);
    assertThat(forecast.mean())
        .isBetween(forecast.bracket().lower() - slack, forecast.bracket().upper() + slack);
  }

  /** Most of these means are computed, with a small error, rather than sampled. */
  @Property(tries = 10)
  void bracket_holdsTheComputedMean(
      @ForAll @IntRange(min = 1, max = 6) int nodes, @ForAll int seed) {
    NetworkForecast forecast =
        drawn(nodes, seed).predict("a", 1, -1, false).relativeError(0.001).forecast();
    double slack = slack(forecast, forecast);
    assertThat(forecast.mean())
        .isBetween(forecast.bracket().lower() - slack, forecast.bracket().upper() + slack);
  }

  @Test
  void forecast_mixtureRoundedAboveOne_isComputed() {
    NetworkPrediction prediction = drawn(5, -12).predict("a", 1, -1, false);
    assertThat(prediction.relativeError(0.001).forecast().method()).startsWith("conditioning on 1");
    assertThat(prediction.dataSegments(1_000_000_000).forecast().mean()).isPositive();
  }

  @Property(tries = TRIES)
  void bracketOfManySegments_holdsTheMean(
      @ForAll @IntRange(min = 1, max = 6) int nodes, @ForAll int seed) {
    NetworkForecast forecast =
        drawn(nodes, seed).predict("a", 1, -1, false).dataSegments(20).forecast();
    double slack = slack(forecast, forecast);
    assertThat(forecast.mean())
        .isBetween(forecast.bracket().lower() - slack, forecast.bracket().upper() + slack);
  }

  @Property(tries = TRIES)
  void dsp_isNoSlowerThanDp(@ForAll @IntRange(min = 1, max = 8) int nodes, @ForAll int seed) {
    NetworkPrediction prediction = drawn(nodes, seed).predict("a", 1, -1, false).dataSegments(5);
    NetworkForecast dsp = prediction.mode(Mode.DSP).forecast();
    NetworkForecast dp = prediction.mode(Mode.DP).forecast();
    assertThat(dp.mean()).isGreaterThan(dsp.mean() - slack(dsp, dp));
  }

  @Property(tries = TRIES)
  void fewerSlots_areNoFaster(@ForAll @IntRange(min = 1, max = 8) int nodes, @ForAll int seed) {
    NetworkPrediction prediction = drawn(nodes, seed).predict("a", 1, -1, false);
    NetworkForecast unbounded = prediction.forecast();
    NetworkForecast two = prediction.slots(2).forecast();
    assertThat(two.mean()).isGreaterThan(unbounded.mean() - slack(unbounded, two));
    assertThat(two.mean()).isGreaterThan(two.bracket().lower() - slack(two, two));
    assertThat(two.mean()).isLessThan(two.bracket().upper() + slack(two, two));
  }
}
