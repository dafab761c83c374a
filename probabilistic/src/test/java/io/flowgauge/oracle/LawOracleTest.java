package io.flowgauge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties that hold for every law, checked over wide ranges of parameters. */
class LawOracleTest {
  private static final int LAWS = 60;

  /** Quadrature steps between two quantiles when the mean is computed. */
  private static final int STEPS = 500;

  private static final double CUT = 1e-9;

  static Stream<Law> laws() {
    SplittableRandom random = new SplittableRandom(20261120);
    return Stream.generate(() -> nested(2, random)).limit(LAWS);
  }

  private static Law nested(int depth, SplittableRandom random) {
    double mean = Math.exp(-4 + 16 * random.nextDouble());
    double ratio = 0.05 + 2 * random.nextDouble();
    return switch (random.nextInt(depth == 0 ? 6 : 11)) {
      case 0 -> Law.normal(mean, mean * ratio);
      case 1 -> Law.lognormal(mean, mean * ratio);
      case 2 -> Law.gamma(1 / (ratio * ratio), mean);
      case 3 -> Law.weibull(0.4 + ratio, mean);
      case 4 -> Law.uniform(-mean * ratio, mean);
      case 5 -> Law.exponential(mean);
      case 6 -> Law.shifted(mean, nested(depth - 1, random));
      case 7 -> nested(depth - 1, random).scaledBy(ratio);
      case 8 -> nested(depth - 1, random).maximumOf(1 + 50 * ratio);
      case 9 -> nested(depth - 1, random).clippedAtZero();
      default ->
          Law.mixture(
              List.of(ratio, 1.0), List.of(nested(depth - 1, random), nested(depth - 1, random)));
    };
  }

  @ParameterizedTest
  @MethodSource("laws")
  void parse_ofText_isTheSameLaw(Law law) {
    Law read = Law.parse(law.text());
    assertThat(read).isEqualTo(law).hasSameHashCodeAs(law);
    assertThat(read.quantile(0.7)).isEqualTo(law.quantile(0.7));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void quantile_isTheSmallestTimeOfItsProbability(Law law) {
    double spread = law.quantile(0.9) - law.quantile(0.1);
    for (double p : new double[] {1e-6, 0.01, 0.3, 0.5, 0.9, 0.999}) {
      double time = law.quantile(p);
      double step = 1e-7 * (Math.abs(time) + spread);
      assertThat(law.cdf(time + step)).isGreaterThanOrEqualTo(p * (1 - 1e-9));
      assertThat(law.cdf(time - step)).isLessThanOrEqualTo(p * (1 + 1e-9));
    }
    for (double q : new double[] {1e-4, 1e-12, 1e-100}) {
      double time = law.upperQuantile(q);
      double step = 1e-7 * (Math.abs(time) + spread);
      assertThat(law.survival(time + step)).isLessThanOrEqualTo(q * (1 + 1e-6));
      assertThat(law.survival(time - step)).isGreaterThanOrEqualTo(q * (1 - 1e-6));
    }
  }

  @ParameterizedTest
  @MethodSource("laws")
  void cdfAndSurvival_addToOne_andLogCdfIsTheLogarithm(Law law) {
    for (double p : new double[] {0.001, 0.2, 0.5, 0.8, 0.999}) {
      double time = law.quantile(p);
      assertThat(law.cdf(time) + law.survival(time)).isCloseTo(1, within(1e-12));
      assertThat(Math.exp(law.logCdf(time))).isCloseTo(law.cdf(time), within(1e-12));
    }
  }

  /** {@code E = a + int_a^b S - int_-inf^a F}, with the tails beyond a and b cut. */
  @ParameterizedTest
  @MethodSource("laws")
  void mean_isTheIntegralOfTheSurvivalFunction(Law law) {
    double[] knots = {CUT, 1e-6, 1e-4, 0.01, 0.1, 0.5, 0.9, 0.99, 1 - 1e-4, 1 - 1e-6, 1 - CUT};
    double mean = law.quantile(CUT);
    for (int k = 1; k < knots.length; k++) {
      double from = law.quantile(knots[k - 1]);
      double step = (law.quantile(knots[k]) - from) / STEPS;
      for (int i = 0; i < STEPS; i++) {
        mean += step * law.survival(from + (i + 0.5) * step);
      }
    }
    assertThat(law.mean()).isCloseTo(mean, within(1e-4 * (Math.abs(mean) + law.sd())));
  }

  @ParameterizedTest
  @CsvSource({
    "normal, mean, sd, sd",
    "lognormal, mean, sd, mean",
    "lognormal, mean, sd, sd",
    "gamma, shape, scale, shape",
    "gamma, shape, scale, scale",
    "weibull, shape, scale, shape",
    "weibull, shape, scale, scale",
    "pareto, shape, scale, shape",
    "pareto, shape, scale, scale"
  })
  void of_badParameter_isNamed(String type, String one, String two, String bad) {
    for (double value : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      Map<String, Double> parameters =
          Map.of(one, one.equals(bad) ? value : 2, two, two.equals(bad) ? value : 2);
      assertThatThrownBy(() -> Law.of(type, parameters))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(type)
          .hasMessageContaining(bad);
    }
  }

  /** The best fit to a large sample of a law is close to that law. */
  @Test
  void fit_largeSample_findsTheLaw() {
    for (Timed time :
        List.of(Timed.lognormal(300, 300), Timed.weibull(2.5, 100), Timed.uniform(10, 30))) {
      SplittableRandom random = new SplittableRandom(8);
      double[] sample = random.doubles(4000).map(u -> time.next(random)).toArray();
      LawFit fit = Law.fit(sample).get(0);
      double sd = time.law().sd();
      assertThat(fit.law().mean()).isCloseTo(time.law().mean(), within(0.1 * sd));
      assertThat(fit.kolmogorovSmirnov()).isLessThan(0.03);
      assertThat(fit.law().text()).startsWith(time.law().text().substring(0, 6));
    }
  }
}
