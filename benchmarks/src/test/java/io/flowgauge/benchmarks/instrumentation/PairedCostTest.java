package io.flowgauge.benchmarks.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedCostTest {
  private static final int PAIRS = 40;
  private static final int DRAWS = 2000;
  private static final double COST = 0.005;

  /** Simulates a machine that is four times as slow for a while, with bursts in one run of five. */
  private static PairedCost drawn(Random random) {
    double[] with = new double[PAIRS];
    double[] without = new double[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      double speed = i < PAIRS / 3 ? 4 : 1;
      without[i] = speed * noise(random);
      with[i] = speed * (1 + COST) * noise(random);
    }
    return new PairedCost(with, without);
  }

  private static double noise(Random random) {
    double burst = random.nextInt(5) == 0 ? random.nextDouble() / 5 : 0;
    return 1 + 0.01 * random.nextGaussian() + burst;
  }

  @Test
  void estimate_sameRatioInAllPairs_isThatRatio() {
    PairedCost cost =
        new PairedCost(
            new double[] {1.1, 2.2, 3.3, 4.4, 5.5, 6.6}, new double[] {1, 2, 3, 4, 5, 6});
    assertThat(cost.estimate()).isCloseTo(0.1, within(1e-12));
    assertThat(cost.low()).isCloseTo(0.1, within(1e-12));
    assertThat(cost.high()).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void interval_sixPairs_isFromSmallestToLargest() {
    double[] times = {1.01, 1.02, 1.04, 1.08, 1.16, 1.32};
    double[] ones = new double[times.length];
    Arrays.fill(ones, 1);
    PairedCost cost = new PairedCost(times, ones);
    assertThat(cost.low()).isCloseTo(0.01, within(1e-12));
    assertThat(cost.high()).isCloseTo(0.32, within(1e-12));
    assertThat(cost.probabilityOf(0.5)).isCloseTo(1.0 / 64, within(1e-12));
  }

  @Test
  void estimate_timesExchanged_isTheInverse() {
    double[] times = {1.01, 0.9, 1.3, 1.1, 1.04, 1.02, 0.97};
    double[] others = {1, 1.02, 1, 0.99, 1.01, 1, 1.3};
    PairedCost cost = new PairedCost(times, others);
    PairedCost inverse = new PairedCost(others, times);
    assertThat((1 + cost.estimate()) * (1 + inverse.estimate())).isCloseTo(1, within(1e-12));
    assertThat((1 + cost.low()) * (1 + inverse.high())).isCloseTo(1, within(1e-12));
  }

  /** The count for 95 % of 2000 has a standard deviation of 10; four of them are allowed. */
  @Test
  void interval_drawnOften_holdsTheCostAsOftenAsItClaims() {
    Random random = new Random(7);
    long held =
        random
            .ints(DRAWS)
            .mapToObj(seed -> drawn(new Random(seed)))
            .filter(cost -> cost.low() <= COST && COST <= cost.high())
            .count();
    assertThat(held).isBetween(1860L, 1940L);
  }

  @Test
  void new_fewerPairsThanAnIntervalNeeds_isRefused() {
    assertThatThrownBy(() -> new PairedCost(new double[] {1}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("needs 6 pairs or more, not 1 and 1");
  }

  @Test
  void new_timeOfZero_isRefused() {
    double[] times = {1, 1, 1, 0, 1, 1};
    assertThatThrownBy(() -> new PairedCost(times, new double[] {1, 1, 1, 1, 1, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a time must be above 0, not 0.0");
  }
}
