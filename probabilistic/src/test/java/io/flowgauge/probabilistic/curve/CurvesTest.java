package io.flowgauge.probabilistic.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class CurvesTest {
  private static final double TAIL = 1e-12;

  private static final List<Law> LAWS =
      List.of(
          Law.exponential(2),
          Law.lognormal(1, 2),
          Law.weibull(0.6, 1),
          Law.normal(5, 1),
          Law.gamma(2.5, 2));

  @Property(tries = 200)
  void gradedCurve_isItsCurve(@ForAll @DoubleRange(min = 0.01, max = 0.99) double p) {
    for (Law law : LAWS) {
      Curve curve = GradedCurve.of(LawCurve.of(law, TAIL), 128);
      assertThat(curve.survival(law.quantile(p))).isCloseTo(1 - p, within(1e-7));
    }
  }

  @Property(tries = 200)
  void sumOfTwoExponentials_onOneOrManyScales_isGamma(
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double p) {
    Curve one = LawCurve.of(Law.exponential(2), TAIL);
    Curve sum = new Sums(1024, TAIL).of(List.of(new Term(one, 2)));
    assertThat(sum.survival(Law.gamma(2, 2).quantile(p))).isCloseTo(1 - p, within(1e-6));
  }

  @Test
  void sumOfFewValues_isCountedUp() {
    Curve die = LawCurve.of(Law.empirical(1, 2, 3, 4, 5, 6), TAIL);
    Curve two = new Sums(64, TAIL).of(List.of(new Term(die, 2)));
    assertThat(two.isStepwise()).isTrue();
    assertThat(two.survival(10.5)).isCloseTo(3 / 36.0, within(1e-15));
    assertThat(two.jumps()).hasSize(11);
  }

  @Test
  void valuesAndSmoothTimes_keepTheirMean() {
    Curve values = LawCurve.of(Law.empirical(171.7, 260, 212.3, 45.6), TAIL);
    Curve smooth = LawCurve.of(Law.gamma(3, 20), TAIL);
    Curve sum = new Sums(1024, TAIL).of(List.of(new Term(values, 1), new Term(smooth, 1)));
    assertThat(Integrals.of(sum).mean(1)).isCloseTo(172.4 + 60, within(1e-3));
  }
}
