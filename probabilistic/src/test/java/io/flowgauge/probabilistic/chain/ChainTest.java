package io.flowgauge.probabilistic.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Sweep;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChainTest {
  private static final double PERCENT = 1e-7;

  @Provide
  static Arbitrary<Law> laws() {
    Arbitrary<Double> mean = Arbitraries.doubles().between(10, 1000);
    Arbitrary<Double> cv = Arbitraries.doubles().between(0.1, 2);
    return Arbitraries.oneOf(
        Combinators.combine(mean, cv).as((m, c) -> Law.normal(m, c * m)),
        Combinators.combine(mean, cv).as((m, c) -> Law.lognormal(m, c * m)),
        Combinators.combine(mean, cv).as((m, c) -> Law.gamma(1 / (c * c), m * c * c)),
        mean.map(m -> Law.uniform(m, 2 * m)));
  }

  @Property(tries = 12)
  void forecast_anyLaws_areOrderedByMode(
      @ForAll("laws") Law one,
      @ForAll("laws") Law two,
      @ForAll @IntRange(min = 1, max = 5000) int n) {
    ChainPrediction chain = Flowgauge.predict().service(10, one).service(20, two).dataSegments(n);
    double dsp = chain.forecast().mean();
    double dp = chain.mode(Mode.DP).forecast().mean();
    double deterministic = chain.forecast().deterministicSeconds();

    assertThat(deterministic).isLessThanOrEqualTo(dsp * (1 + 1e-9));
    assertThat(dsp).isLessThanOrEqualTo(dp * (1 + 1e-9));
  }

  @Property(tries = 8)
  void forecast_scaledAndShifted_followsExactly(@ForAll("laws") Law law) {
    ChainPrediction chain = Flowgauge.predict().services(2, law).dataSegments(50);
    ChainPrediction other =
        Flowgauge.predict().services(2, Law.shifted(5, law.scaledBy(3))).dataSegments(50);
    Forecast a = chain.forecast();
    Forecast b = other.forecast();

    assertThat(b.mean()).isCloseTo(10 + 3 * a.mean(), withinPercentage(PERCENT));
    assertThat(b.sd()).isCloseTo(3 * a.sd(), withinPercentage(PERCENT));
    assertThat(b.quantile(0.9)).isCloseTo(10 + 3 * a.quantile(0.9), withinPercentage(PERCENT));
    assertThat(b.probabilityWithin(b.quantile(0.9))).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void forecast_exponentialsOfDifferentMeans_areHypoexponential() {
    Forecast forecast =
        Flowgauge.predict()
            .service(0, Law.exponential(100))
            .service(0, Law.exponential(300))
            .forecast();
    for (double t : new double[] {1, 50, 400, 2000, 8000}) {
      double late = (300 * Math.exp(-t / 300) - 100 * Math.exp(-t / 100)) / 200;
      assertThat(forecast.probabilityWithin(t)).isCloseTo(1 - late, within(1e-11));
    }
  }

  @Test
  void forecast_normals_areOneNormal() {
    ChainPrediction three =
        Flowgauge.predict()
            .service(1, Law.normal(10, 3))
            .service(2, Law.normal(20, 4))
            .service(3, Law.normal(30, 12))
            .dataSegments(1_000_000_000);
    Forecast one =
        Flowgauge.predict().service(6, Law.normal(60, 13)).dataSegments(1_000_000_000).forecast();

    assertThat(three.forecast().mean()).isCloseTo(one.mean(), withinPercentage(PERCENT));
    assertThat(three.forecast().sd()).isCloseTo(one.sd(), withinPercentage(PERCENT));
    assertThat(three.forecast().quantile(0.99))
        .isCloseTo(one.quantile(0.99), withinPercentage(PERCENT));
  }

  @Test
  void forecast_oneDataSegment_isSameInBothModes() {
    ChainPrediction chain =
        Flowgauge.predict().service(0, Law.weibull(0.5, 10)).service(0, Law.gamma(3, 4));
    Forecast dp = chain.mode(Mode.DP).forecast();
    Forecast dsp = chain.mode(Mode.DSP).forecast();

    assertThat(dp.mean()).isEqualTo(dsp.mean()).isCloseTo(32, withinPercentage(PERCENT));
    assertThat(dp.quantile(0.95)).isEqualTo(dsp.quantile(0.95));
  }

  @Test
  void forecast_dice_areExact() {
    ChainPrediction chain =
        Flowgauge.predict().services(2, Law.empirical(1, 2, 3, 4, 5, 6)).dataSegments(2);

    // The mean of the larger of two sums of two dice: Σ (1 - F²).
    assertThat(chain.forecast().mean()).isCloseTo(10888 / 1296.0, within(0.05));
    assertThat(chain.dataSegments(1).forecast().mean()).isCloseTo(7, within(1e-12));
    assertThat(chain.dataSegments(1).forecast().sd()).isCloseTo(Math.sqrt(35 / 6.0), within(1e-12));
    assertThat(chain.dataSegments(1).forecast().probabilityWithin(3))
        .isCloseTo(3 / 36.0, within(1e-15));
    assertThat(chain.dataSegments(1).forecast().quantile(0.5)).isEqualTo(7);
    assertThat(chain.forecast().error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
  }

  @Test
  void forecast_jumpsAndDensity_saysHowFarItIsOff() {
    Law law = Law.mixture(List.of(0.7, 0.3), List.of(Law.exponential(100), Law.constant(50)));
    Forecast forecast = Flowgauge.predict().services(3, law).forecast();

    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.BOUND);
    assertThat(forecast.error().mean().contains(3 * law.mean())).isTrue();
    assertThat(forecast.error().sd().contains(Math.sqrt(3) * law.sd())).isTrue();
  }

  @Test
  void forecast_clippedNormals_areExact() {
    Law law = Law.normal(100, 100).clippedAtZero();
    Forecast forecast = Flowgauge.predict().services(3, law).forecast();

    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
    assertThat(forecast.mean()).isCloseTo(3 * law.mean(), withinPercentage(PERCENT));
    double zero = Math.pow(law.cdf(0), 3);
    assertThat(forecast.probabilityWithin(0)).isCloseTo(zero, within(1e-12));
  }

  @Property(tries = 12)
  void forecast_moreSegmentsOrProbability_isLonger(
      @ForAll("laws") Law one,
      @ForAll("laws") Law two,
      @ForAll @IntRange(min = 1, max = 9999) int n) {
    for (Mode mode : Mode.values()) {
      ChainPrediction chain = Flowgauge.predict().service(1, one).service(2, two).mode(mode);
      Forecast few = chain.dataSegments(n).forecast();
      Forecast more = chain.dataSegments(2L * n).forecast();

      assertThat(more.mean()).isGreaterThan(few.mean());
      assertThat(more.quantile(0.9)).isGreaterThan(few.quantile(0.9));
      assertThat(few.quantile(0.9)).isGreaterThan(few.quantile(0.5));
      for (double p : new double[] {0.05, 0.5, 0.999}) {
        assertThat(few.probabilityWithin(few.quantile(p))).isCloseTo(p, within(1e-9));
      }
    }
  }

  /** Closed forms: n = 1 with k exponentials is Erlang; one exponential has mean H(n) / λ. */
  @Test
  void forecast_exponentials_areClosed() {
    ChainPrediction chain = Flowgauge.predict().services(4, Law.exponential(10));
    double late = Math.exp(-3) * (1 + 3 + 4.5 + 4.5);
    assertThat(chain.forecast().probabilityWithin(30)).isCloseTo(1 - late, within(1e-12));
    double dp = chain.mode(Mode.DP).dataSegments(4).forecast().mean();
    assertThat(dp).isCloseTo(40 * (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0), withinPercentage(PERCENT));
  }

  @Test
  void forecast_lostJobs_endWithThatProbability() {
    Forecast forecast =
        Flowgauge.predict()
            .services(2, Law.exponential(10).withOutliers(0.1))
            .dataSegments(3)
            .forecast();

    assertThat(forecast.mean()).isInfinite();
    assertThat(forecast.probabilityWithin(1e6)).isCloseTo(Math.pow(0.9, 6), within(1e-12));
    assertThat(forecast.quantile(0.6)).isInfinite();
    assertThat(forecast.quantile(0.5)).isFinite();
  }

  @Test
  void siteLoad_uniform_scalesMoments() {
    ChainPrediction chain = Flowgauge.predict().services(2, Law.exponential(10)).dataSegments(5);
    Forecast alone = chain.forecast();
    Forecast loaded = chain.siteLoad(Law.uniform(1, 2)).forecast();
    double variance =
        (1.5 * 1.5 + 1 / 12.0) * alone.sd() * alone.sd() + alone.mean() * alone.mean() / 12;

    assertThat(loaded.mean()).isCloseTo(1.5 * alone.mean(), withinPercentage(PERCENT));
    assertThat(loaded.sd()).isCloseTo(Math.sqrt(variance), withinPercentage(PERCENT));
    assertThat(loaded.probabilityWithin(loaded.quantile(0.9))).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void sweep_constantService_isFlat() {
    Sweep sweep = Flowgauge.predict().service(5, Law.constant(2)).sweep(1, 10, 100);

    assertThat(sweep.yIntercept()).isCloseTo(7, within(1e-12));
    assertThat(sweep.slope()).isZero();
    assertThat(sweep.maximalSpeedup()).isEqualTo(100);
    assertThat(sweep.variabilityFactor()).isEqualTo(1);
  }

  /** The line fitted over 12, 66 and 126 segments of the paper does not predict the time of one. */
  @Test
  void sweep_papersRange_growsLessThanLinearly() {
    ChainPrediction chain =
        Flowgauge.predict().services(4, Law.normal(600, 550)).serviceTimes(100, 100, 100, 100);
    Sweep sweep = chain.mode(Mode.DP).sweep(12, 66, 126);

    assertThat(chain.forecast().mean()).isCloseTo(2800, withinPercentage(PERCENT));
    assertThat(sweep.yIntercept()).isGreaterThan(6000);
  }

  @Test
  void forecast_extremeButValid_isAnswered() {
    Law wild = Law.lognormal(1, 10);
    Forecast forecast =
        Flowgauge.predict().services(3, wild).dataSegments(1_000_000_000).forecast();

    assertThat(forecast.mean()).isFinite().isGreaterThan(100);
    assertThat(forecast.sd()).isFinite().isPositive();
  }

  @Test
  void settings_wrong_areNamed() {
    ChainPrediction chain = Flowgauge.predict();

    assertThatThrownBy(() -> chain.dataSegments(0)).hasMessageContaining("dataSegments must be 1");
    assertThatThrownBy(() -> chain.services(0, Law.constant(1))).hasMessageContaining("services");
    assertThatThrownBy(() -> chain.service(-1, Law.constant(1))).hasMessageContaining("-1.0 s");
    assertThatThrownBy(() -> chain.serviceTimes(1)).hasMessageContaining("0 services");
    assertThatThrownBy(chain::forecast).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> chain.siteLoad(Law.normal(1, 1))).hasMessageContaining("siteLoad");
    assertThatThrownBy(() -> chain.path("a").path("a"))
        .hasMessageContaining("there is already a path a");
    Forecast forecast = chain.services(1, Law.exponential(1)).forecast();
    assertThatThrownBy(() -> forecast.quantile(1)).hasMessageContaining("(0, 1)");
    assertThatThrownBy(() -> forecast.probabilityWithin(Double.NaN)).hasMessageContaining("NaN");
  }

  @Test
  void toString_forecast_isOneLine() {
    assertThat(Flowgauge.predict().services(1, Law.exponential(10)).forecast().toString())
        .startsWith("Forecast[mean=10.0000 s, sd=10.0000 s, q95=29.9573 s, method=DSP")
        .doesNotContain("\n");
    assertThat(List.of(Mode.values())).hasSize(2);
  }

  @Test
  void anyCall_null_isNamed() {
    ChainPrediction prediction = Flowgauge.predict().service(1, Law.constant(1));
    assertThatThrownBy(() -> prediction.serviceTimes((double[]) null)).hasMessage("seconds");
    assertThatThrownBy(() -> prediction.sweep((long[]) null)).hasMessage("dataSegments");
  }
}
