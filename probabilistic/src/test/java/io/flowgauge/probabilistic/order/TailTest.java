package io.flowgauge.probabilistic.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.Quadrature;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import net.jqwik.api.domains.DomainContextBase;
import org.junit.jupiter.api.Test;

@Domain(TailTest.Laws.class)
@Domain(DomainContext.Global.class)
class TailTest {

  /** Generates laws of very different shapes. */
  static class Laws extends DomainContextBase {
    @Provide
    Arbitrary<Law> laws() {
      Arbitrary<Double> mean = Arbitraries.doubles().between(1, 1000);
      Arbitrary<Double> cv = Arbitraries.doubles().between(0.05, 2);
      return Arbitraries.oneOf(
          Combinators.combine(mean, cv).as((m, c) -> Law.normal(m, c * m)),
          Combinators.combine(mean, cv).as((m, c) -> Law.lognormal(m, c * m)),
          Combinators.combine(mean, cv).as((m, c) -> Law.gamma(1 / (c * c), m * c * c)),
          Combinators.combine(mean, cv).as((m, c) -> Law.weibull(0.4 + 2 * c, m)),
          Combinators.combine(mean, mean).as((a, b) -> Law.uniform(a, a + b)));
    }
  }

  /** {@code P(X + Y > t) = ∫ P(X > t - y) dF_Y}, over the score {@code ln(u / (1-u))} of Y. */
  private static double survivalOfSum(Law x, Law y, double t) {
    double[] scores = new double[161];
    for (int k = 0; k < scores.length; k++) {
      scores[k] = -40 + k / 2.0;
    }
    return Quadrature.integral(
        score -> {
          double below = 1 / (1 + Math.exp(-score));
          double above = 1 / (1 + Math.exp(score));
          double time = score < 0 ? y.quantile(below) : y.upperQuantile(above);
          return x.survival(t - time) * below * above;
        },
        scores,
        1e-14);
  }

  @Property(tries = 20)
  void plus_ofRandomLaws_isIntegral(
      @ForAll Law one, @ForAll Law other, @ForAll @DoubleRange(min = 0.01, max = 0.99) double p) {
    Tail sum = Tail.of(one).plus(Tail.of(other));
    double t = sum.atLogSurvival(Math.log1p(-p));

    assertThat(survivalOfSum(one, other, t)).isCloseTo(1 - p, within(2e-11));
  }

  @Property(tries = 20)
  void plus_quickly_isNearFull(@ForAll Law one, @ForAll Law other) {
    Tail full = Tail.of(one).plus(Tail.of(other));
    Tail quick = Tail.of(one, Fineness.QUICK).plus(Tail.of(other, Fineness.QUICK));
    double lower = full.atLogSurvival(0);
    // The density of a sum of two uniform laws has corners, next to which it is up to 2e-6 off.
    double corners = isUniform(one) && isUniform(other) ? 4 : 1;
    for (double level : new double[] {-1e-2, -0.1, -1, -5, -12, -20}) {
      double t = full.atLogSurvival(level);
      assertThat(quick.logSurvival(t))
          .as(lower + " " + t)
          .isCloseTo(level, within(corners * (1e-6 * -level + 1e-7)));
    }
  }

  private static boolean isUniform(Law law) {
    return law.toString().startsWith("uniform");
  }

  @Test
  void plus_ofVeryVariableGammas_isGamma() {
    for (double shape : new double[] {0.01, 0.1, 0.7, 3, 50}) {
      Tail one = Tail.of(Law.gamma(shape, 100));
      Tail sum = one.plus(one).plus(one);
      Law expected = Law.gamma(3 * shape, 100);
      for (double q : new double[] {0.9, 0.5, 0.1, 1e-4, 1e-12, 1e-20}) {
        double t = expected.upperQuantile(q);
        if (t > 1e-250) {
          assertThat(sum.logSurvival(t)).as(shape + " " + q).isCloseTo(Math.log(q), within(1e-9));
        }
      }
    }
  }

  @Test
  void plus_withProbabilityOfTheLowerEnd_keepsIt() {
    Law law = Law.normal(1, 2).clippedAtZero();
    Tail sum = Tail.of(law).plus(Tail.of(law));
    double zero = law.cdf(0);

    assertThat(-Math.expm1(sum.logSurvival(1e-9))).isCloseTo(zero * zero, within(1e-9));
    assertThat(sum.timeTable().moments(1).mean()).isCloseTo(2 * law.mean(), within(1e-10));
  }

  @Test
  void plus_ofUniforms_isIrwinHall() {
    Tail one = Tail.of(Law.uniform(0, 1));
    Tail three = one.plus(one).plus(one);
    assertThat(Math.exp(three.logSurvival(2.5))).isCloseTo(0.125 / 6, within(1e-13));
    assertThat(Math.exp(three.logSurvival(2.99))).isCloseTo(1e-6 / 6, within(1e-17));
  }
}
