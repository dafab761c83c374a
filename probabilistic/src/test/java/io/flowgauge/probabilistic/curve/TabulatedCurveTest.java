package io.flowgauge.probabilistic.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TabulatedCurveTest {
  private static final double TAIL = 1e-16;
  private static final int POINTS = 20_000;

  private static Curve curve(String law) {
    return LawCurve.of(Law.parse(law), TAIL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lognormal(mean=300,sd=300)",
        "lognormal(mean=100,sd=1000)",
        "gamma(shape=20,scale=5)",
        "gamma(shape=0.3,scale=5)",
        "exponential(mean=10)",
        "weibull(shape=0.5,scale=3)",
        "normal(mean=1000,sd=10)",
        "pareto(shape=2.5,scale=3)"
      })
  void survival_smoothLaw_isThatOfTheLaw(String law) {
    isTheSame(curve(law));
  }

  @Test
  void survival_twoModesFarApart_isThatOfTheLaw() {
    Law law = Law.mixture(List.of(0.5, 0.5), List.of(Law.normal(100, 1), Law.normal(10_000, 20)));

    isTheSame(LawCurve.of(law, TAIL));
  }

  /** A step at 0.4985, just before the middle, that falls between the nodes of the first half. */
  @Test
  void survival_stepBeforeAnEdge_isThatOfTheCurve() {
    isTheSame(
        new Curve() {
          @Override
          public double survival(double t) {
            return t >= 1 ? 0 : 0.5 / (1 + Math.exp((t - 0.4985) / 1e-5)) + 0.5 * (1 - t);
          }

          @Override
          public double lower() {
            return 0;
          }

          @Override
          public double upper() {
            return 1;
          }
        });
  }

  /** The law of the longest time is not smooth at the upper end of the shorter one. */
  @Test
  void survival_longestOfTimesWithEnds_isThatOfTheCurve() {
    List<Term> terms =
        List.of(
            new Term(curve("uniform(lo=1,hi=3)"), 2), new Term(curve("gamma(shape=4,scale=1)"), 1));

    isTheSame(MaximumCurve.of(terms));
  }

  private static void isTheSame(Curve curve) {
    Curve table = TabulatedCurve.of(curve);

    assertThat(table).isInstanceOf(TabulatedCurve.class);
    double range = curve.upper() - curve.lower();
    for (int k = 0; k < POINTS; k++) {
      // Half of the points are evenly spread, half approach the lower end.
      double part = k % 2 == 0 ? (k + 0.5) / POINTS : Math.pow(1e-9, (k + 0.5) / POINTS);
      double t = curve.lower() + part * range;
      double expected = curve.survival(t);
      assertThat(table.survival(t)).isCloseTo(expected, within(1e-11 * expected + 1e-15));
    }
    assertThat(table.survival(curve.upper())).isZero();
    assertThat(table.survival(curve.lower() - 1)).isEqualTo(curve.survival(curve.lower() - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant(seconds=3)",
        "empirical(values=[1,2,3])",
        "gamma(shape=0.02,scale=5)",
        "normal(mean=1000,sd=1e-9)"
      })
  void of_jumpsOrTooSteep_isTheCurveItself(String law) {
    Curve curve = curve(law);

    assertThat(TabulatedCurve.of(curve)).isSameAs(curve);
  }
}
