package io.flowgauge.probabilistic.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.flowgauge.prediction.Law;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrderStatisticTest {
  private static final double PERCENT = 1e-8;

  @Test
  void moments_ofExponentials_areHarmonicSums() {
    OrderStatistic order = OrderStatistic.of(Law.exponential(300));
    double mean = 0;
    double variance = 0;
    for (int n = 1; n <= 200; n++) {
      mean += 300.0 / n;
      variance += (300.0 / n) * (300.0 / n);
      assertThat(order.moments(n).mean()).isCloseTo(mean, withinPercentage(PERCENT));
      assertThat(order.moments(n).sd()).isCloseTo(Math.sqrt(variance), withinPercentage(PERCENT));
    }
  }

  @Test
  void moments_ofManyNodesSideBySide_areThoseOfEachOne() {
    double[] times = new double[500];
    for (int k = 0; k < times.length; k++) {
      times[k] = Math.exp(0.02 * k) + k;
    }
    double[] means = new double[200];
    double[] variances = new double[means.length];
    GumbelRule.moments(times, means, variances);
    for (int node = 0; node < means.length; node++) {
      Moments alone = GumbelRule.trapezoidal(times, node, 1);
      assertThat(means[node]).isEqualTo(alone.mean());
      assertThat(Math.sqrt(variances[node])).isEqualTo(alone.sd());
    }
  }

  @Test
  void mean_ofABillionExponentials_isLogarithmAndEuler() {
    double n = 1e9;
    double harmonic = Math.log(n) + 0.5772156649015329 + 1 / (2 * n);
    assertThat(OrderStatistic.of(Law.exponential(1)).moments(n).mean())
        .isCloseTo(harmonic, withinPercentage(PERCENT));
  }

  @Test
  void moments_ofUniforms_areRational() {
    OrderStatistic order = OrderStatistic.of(Law.uniform(0, 1));
    for (double n : new double[] {1, 1.5, 2, 10, 1e3, 1e6, 1e9}) {
      assertThat(1 - order.moments(n).mean()).isCloseTo(1 / (n + 1), within(1e-13));
      assertThat(order.moments(n).sd())
          .isCloseTo(Math.sqrt(n / (n + 2)) / (n + 1), withinPercentage(n > 1e5 ? 1e-3 : 1e-6));
    }
  }

  @Test
  void mean_ofParetos_isBetaFunction() {
    // n B(n, 1 - 1/a) is 3.2 for n = 3 and a = 2.
    assertThat(OrderStatistic.of(Law.pareto(2, 1)).moments(3).mean()).isCloseTo(3.2, within(1e-6));
    assertThat(OrderStatistic.of(Law.pareto(1, 1)).moments(3).mean()).isInfinite();
  }

  @Test
  void moments_ofTwoPoints_areExact() {
    OrderStatistic order = OrderStatistic.of(Law.empirical(0, 0, 0, 1));
    double p = 1 - Math.pow(0.75, 5);
    assertThat(order.moments(5).mean()).isCloseTo(p, within(1e-14));
    assertThat(order.moments(5).sd()).isCloseTo(Math.sqrt(p * (1 - p)), within(1e-14));
  }

  @Test
  void moments_ofConstant_areItself() {
    OrderStatistic order = OrderStatistic.of(Law.constant(7));
    assertThat(order.moments(1e9).mean()).isEqualTo(7);
    assertThat(order.moments(1e9).sd()).isZero();
  }

  @Test
  void moments_ofConstantOrExponential_areClosed() {
    // With p = 1/2 each, constant 1 or exponential of mean 1: one job has mean 1, E[R²] = 3/2.
    Law law = Law.mixture(List.of(1.0, 1.0), List.of(Law.constant(1), Law.exponential(1)));
    OrderStatistic order = OrderStatistic.of(law);
    assertThat(order.moments(1).mean()).isCloseTo(1, within(1e-10));
    assertThat(order.moments(1).sd()).isCloseTo(Math.sqrt(0.5), within(1e-10));
  }

  @Provide
  static Arbitrary<Law> laws() {
    Arbitrary<Double> mean = Arbitraries.doubles().between(1, 1000);
    Arbitrary<Double> cv = Arbitraries.doubles().between(0.1, 3);
    Arbitrary<Law> plain =
        Arbitraries.oneOf(
            Combinators.combine(mean, cv).as((m, c) -> Law.normal(m, c * m)),
            Combinators.combine(mean, cv).as((m, c) -> Law.lognormal(m, c * m)),
            Combinators.combine(mean, cv).as((m, c) -> Law.gamma(1 / (c * c), m * c * c)),
            Combinators.combine(mean, cv).as((m, c) -> Law.weibull(0.4 + 2 * c, m)));
    return Arbitraries.oneOf(
        plain,
        Combinators.combine(plain, plain)
            .as((a, b) -> Law.mixture(List.of(0.8, 0.2), List.of(a, Law.shifted(3000, b)))));
  }

  /** Both agree within the claimed error, the error of the oracle, and the rounding of times. */
  @Property(tries = 40)
  void moments_ofRandomLaw_areIntegralsOverTime(
      @ForAll("laws") Law law, @ForAll @DoubleRange(min = 1, max = 1e6) double count) {
    OrderStatistic order = OrderStatistic.of(law);
    Moments oracle = SurvivalIntegral.moments(law, count);
    Moments moments = order.moments(count);
    double mean = oracle.mean();
    double scale = Math.max(Math.abs(mean), moments.sd());
    double relative = OrderStatistic.RELATIVE_ERROR + 2e-11;

    assertThat(moments.mean()).isCloseTo(mean, within(relative * scale));
    double rounding = 1e-14 * Math.abs(mean);
    assertThat(moments.sd()).isCloseTo(oracle.sd(), within(relative * moments.sd() + rounding));
  }

  /**
   * Lognormal: {@code E[max(X, Y)] = 2 m Φ(σ / √2)}, and alike for the second moment; over the
   * range of [Glatard].
   */
  @Test
  void sd_ofVaryingLognormals_isClosedForm() {
    // 2 e^(2μ + 2σ²) Φ(2σ / √2), less the square of the mean, with 30 digits.
    Law law = Law.lognormal(356.7943479157256, 1059.8161519753062);
    assertThat(OrderStatistic.of(law).moments(2).sd())
        .isCloseTo(1444.287787568529, withinPercentage(PERCENT));
    Law wild = Law.lognormal(356.7943479157256, 5 * 356.7943479157256);
    assertThat(OrderStatistic.of(wild).moments(1).sd())
        .isCloseTo(wild.sd(), withinPercentage(PERCENT));
  }

  /** Half of their variance lies beyond the quantile of 2σ standard deviations. */
  @ParameterizedTest
  @ValueSource(doubles = {30, 1000, 1e5, 1e15})
  void sd_ofWildLognormals_isClosedForm(double cv) {
    double variance = Math.log1p(cv * cv);
    Law standard = Law.normal(0, 1);
    double mean = 2 * standard.cdf(Math.sqrt(variance / 2));
    double square = 2 * (1 + cv * cv) * standard.cdf(Math.sqrt(2 * variance));

    Moments two = OrderStatistic.of(Law.lognormal(1, cv)).moments(2);
    assertThat(two.mean()).isCloseTo(mean, withinPercentage(PERCENT));
    assertThat(two.sd()).isCloseTo(Math.sqrt(square - mean * mean), withinPercentage(PERCENT));
  }

  @Test
  void moments_ofMixtureWithWideGap_areExact() {
    Law near = Law.normal(1, 0.02);
    Law law = Law.mixture(List.of(0.8, 0.2), List.of(near, Law.shifted(3000, near)));
    OrderStatistic order = OrderStatistic.of(law);
    assertThat(order.moments(1).mean()).isCloseTo(601, withinPercentage(PERCENT));
    assertThat(order.moments(1).sd()).isCloseTo(law.sd(), withinPercentage(PERCENT));
  }

  /**
   * The longest comes from the near part, 3000 s below the other, with a probability of only 4e-15.
   */
  @Test
  void sd_ofWideGapHardlyEverBelow_isIntegralOverTime() {
    Law near = Law.normal(1, 0.1);
    Law far = Law.shifted(3000, Law.normal(1, 0.65));
    Law law = Law.mixture(List.of(0.8, 0.2), List.of(near, far));
    assertThat(OrderStatistic.of(law).moments(148.41).sd())
        .isCloseTo(SurvivalIntegral.moments(law, 148.41).sd(), withinPercentage(PERCENT));
  }

  /** The squares of these times are 0 or infinite as doubles. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-200, 1e-160, 1e160, 1e200, 1e300})
  void moments_ofTimesWithoutSquares_areScaled(double unit) {
    OrderStatistic uniform = OrderStatistic.of(Law.uniform(0, unit));
    assertThat(uniform.moments(1).mean() / unit).isCloseTo(0.5, within(1e-10));
    assertThat(uniform.moments(1).sd() / unit).isCloseTo(Math.sqrt(1 / 12.0), within(1e-10));
    OrderStatistic exponential = OrderStatistic.of(Law.exponential(unit));
    assertThat(exponential.moments(2).mean() / unit).isCloseTo(1.5, within(1e-10));
    assertThat(exponential.moments(2).sd() / unit).isCloseTo(Math.sqrt(1.25), within(1e-10));
  }

  static Stream<Law> extremeLaws() {
    double least = Double.MIN_VALUE;
    return Stream.of(
        Law.exponential(least),
        Law.uniform(1e-310, 1e-200),
        Law.uniform(-1e154, 1e200),
        Law.gamma(0.5, 1e-310).clippedAtZero(),
        Law.normal(1e200, 1e200),
        Law.gamma(1e10, 1e290),
        Law.mixture(List.of(3.0, 0.5), List.of(Law.exponential(1), Law.normal(1e100, 3))),
        Law.shifted(-1e12, Law.uniform(1e-200, 1e12)));
  }

  @ParameterizedTest
  @MethodSource("extremeLaws")
  void moments_ofExtremeLaws_end(Law law) {
    for (double count : new double[] {1, 1e9, 1e300}) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(30), () -> OrderStatistic.of(law).moments(count));
    }
  }

  @Property(tries = 60)
  void mean_moreCopies_isLonger(
      @ForAll("laws") Law law, @ForAll @DoubleRange(min = 1, max = 1e8) double count) {
    OrderStatistic order = OrderStatistic.of(law);
    assertThat(order.moments(count * 1.5).mean()).isGreaterThan(order.moments(count).mean());
  }
}
