package io.flowgauge.probabilistic.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.Quantile;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FitsTest {
  /** Returns a sample without noise: quantiles at equally spaced probabilities. */
  private static double[] sampleOf(Law law) {
    return IntStream.range(0, 2000).mapToDouble(k -> law.quantile((k + 0.5) / 2000)).toArray();
  }

  @Test
  void fit_sampleOfALaw_findsIt() {
    for (Law law :
        List.of(
            Law.normal(300, 20),
            Law.lognormal(300, 300),
            Law.gamma(2, 150),
            Law.weibull(0.7, 237),
            Law.uniform(100, 500))) {
      LawFit best = Law.fit(sampleOf(law)).get(0);
      String type = law.text().substring(0, law.text().indexOf('('));
      assertThat(best.law().text()).startsWith(type + "(");
      assertThat(best.law().mean()).isCloseTo(law.mean(), withinPercentage(1));
      assertThat(best.law().sd()).isCloseTo(law.sd(), withinPercentage(3));
      assertThat(best.kolmogorovSmirnov()).isLessThan(0.01);
      assertThat(best.bic()).isGreaterThan(best.aic());
    }
  }

  @Test
  void fit_exponential_prefersFewerParameters() {
    LawFit best = Law.fit(sampleOf(Law.exponential(30))).get(0);

    assertThat(best.law().text()).startsWith("exponential(");
    assertThat(best.andersonDarling()).isLessThan(0.1);
  }

  /**
   * The likelihood of the uniform law profits more from its two parameters than that of others, and
   * a uniform law ends at the largest value seen.
   */
  @Test
  void fit_normalValues_areMostlyNotTakenForUniform() {
    assertThat(uniformFits(Random::nextGaussian)).isBetween(0.2, 0.45);
    assertThat(uniformFits(Random::nextDouble)).isGreaterThan(0.85);
  }

  /** Returns how often the best fit to 20 values above 0 is the uniform law. */
  private static double uniformFits(ToDoubleFunction<Random> value) {
    Random random = new Random(3);
    int uniform = 0;
    for (int k = 0; k < 1000; k++) {
      double[] sample =
          IntStream.range(0, 20).mapToDouble(i -> 8 + value.applyAsDouble(random)).toArray();
      uniform += Law.fit(sample).get(0).law().text().startsWith("uniform(") ? 1 : 0;
    }
    return uniform / 1000.0;
  }

  @Test
  void fit_negativeValues_leavesPositiveLawsOut() {
    assertThat(Law.fit(-1, 2, 3)).hasSize(2);
  }

  @Test
  void fit_badSample_saysWhy() {
    assertThatThrownBy(Law::fit).hasMessageContaining("two different values");
    assertThatThrownBy(() -> Law.fit(1, 1)).hasMessageContaining("two different values");
    assertThatThrownBy(() -> Law.fit(1, Double.NaN)).hasMessageContaining("finite");
  }

  @Test
  void ofMoments_anyType_hasThem() {
    for (String type : List.of("normal", "lognormal", "gamma", "weibull", "uniform")) {
      Law law = Law.ofMoments(type, 300, 120);
      assertThat(law.mean()).as(type).isCloseTo(300, withinPercentage(1e-9));
      assertThat(law.sd()).as(type).isCloseTo(120, withinPercentage(1e-8));
    }
    assertThatThrownBy(() -> Law.ofMoments("gamma", -1, 1)).hasMessageContaining("mean");
    assertThatThrownBy(() -> Law.ofMoments("gauss", 1, 1)).hasMessageContaining("gauss");
  }

  @Test
  void ofQuantiles_anyType_hasThem() {
    Quantile lower = new Quantile(0.5, 200);
    Quantile upper = new Quantile(0.95, 900);
    for (String type : List.of("normal", "lognormal", "weibull", "uniform")) {
      Law law = Law.ofQuantiles(type, lower, upper);
      assertThat(law.quantile(0.5)).as(type).isCloseTo(200, withinPercentage(1e-9));
      assertThat(law.quantile(0.95)).as(type).isCloseTo(900, withinPercentage(1e-9));
    }
    assertThatThrownBy(() -> Law.ofQuantiles("normal", upper, lower)).hasMessageContaining("grow");
    assertThatThrownBy(() -> new Quantile(1, 2)).hasMessageContaining("(0, 1)");
  }

  @Test
  void fit_valuesTooNearOrTooFarApart_leavesOutWhatHasNoSuchLaw() {
    assertThat(Law.fit(1e9, 1e9 + 1)).isNotEmpty();
    assertThat(Law.fit(1e-300, 1e300)).isNotEmpty();
  }

  @Test
  void laws_extremeParameters_haveNoNaN() {
    assertThat(Law.weibull(1e-320, 3).sd()).isInfinite();
    assertThat(
            Law.mixture(List.of(1e308, 1e308), List.of(Law.exponential(3), Law.exponential(3)))
                .mean())
        .isEqualTo(3);
  }
}
