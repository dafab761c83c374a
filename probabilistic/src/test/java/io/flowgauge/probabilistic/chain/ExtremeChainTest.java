package io.flowgauge.probabilistic.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Extreme but valid input gives right answers, checked against closed forms. */
class ExtremeChainTest {
  private static final double RELATIVE = 2e-9;
  private static final long BILLION = 1_000_000_000;

  private static void same(Forecast actual, Forecast expected) {
    near(actual.mean(), expected.mean());
    near(actual.sd(), expected.sd());
    for (double p : new double[] {0.01, 0.5, 0.99}) {
      near(actual.quantile(p), expected.quantile(p));
      assertThat(actual.probabilityWithin(actual.quantile(p))).isCloseTo(p, within(1e-7));
    }
  }

  private static void near(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(RELATIVE * Math.abs(expected)));
  }

  /** A sum of gamma times of one scale has a gamma law. */
  @ParameterizedTest
  @CsvSource({
    "1, 1000, 1",
    "1, 1000, 1000000000",
    "1, 10000, 1000",
    "1, 100000, 1000",
    "0.01, 10, 1000000000",
    "0.05, 3, 1000",
    "30, 200, 100000"
  })
  void dsp_ofGammas_isGamma(double shape, int services, long count) {
    ChainPrediction row = Flowgauge.predict().services(services, Law.gamma(shape, 3));
    ChainPrediction one = Flowgauge.predict().service(0, Law.gamma(shape * services, 3));

    same(row.dataSegments(count).forecast(), one.dataSegments(count).forecast());
  }

  /**
   * A single lattice from the shortest time to the end of the tail would put nearly all probability
   * at 0.
   */
  @ParameterizedTest
  @ValueSource(doubles = {2.001, 2.01, 2.05})
  void dsp_varianceBarelyFinite_isNeverthelessRight(double shape) {
    Law law = Law.pareto(shape, 1);
    ChainForecast three = Flowgauge.predict().services(3, law).forecast();

    near(three.mean(), 3 * law.mean());
    assertThat(three.quantile(0.05)).isCloseTo(3.45, within(0.02));
    assertThat(three.quantile(0.5)).isCloseTo(4.88, within(0.04));
    assertThat(Flowgauge.predict().services(3, law).mode(Mode.DP).dataSegments(12).forecast())
        .satisfies(dp -> assertThat(dp.quantile(0.5)).isCloseTo(14.6, within(0.4)));
  }

  /**
   * No lattice resolves both the jump and the tail; the stated error admits that quantiles are off
   * by more than 100 %.
   */
  @Test
  void dsp_jumpAndNoMean_saysHowFarItIsOff() {
    Law law = Law.mixture(List.of(1.0, 1.0), List.of(Law.constant(5), Law.pareto(0.5, 1)));
    Forecast three = Flowgauge.predict().services(3, law).forecast();

    assertThat(three.error().kind()).isEqualTo(ForecastError.Kind.BOUND);
    assertThat(three.error().quantile(0.5).contains(15)).isTrue();
    assertThat(three.error().relative()).isGreaterThan(1);
  }

  /** All three times are the constant with a probability of one eighth. */
  @Test
  void dsp_jumpAndLongTail_isRightToItsError() {
    List<Law> either = List.of(Law.constant(5), Law.lognormal(10, 30));
    Law law = Law.mixture(List.of(1.0, 1.0), either);
    Forecast three = Flowgauge.predict().services(3, law).forecast();

    assertThat(three.error().relative()).isLessThan(1e-3);
    assertThat(three.mean()).isCloseTo(22.5, within(22.5 * three.error().relative()));
    assertThat(three.sd())
        .isCloseTo(Math.sqrt(3) * law.sd(), within(three.sd() * three.error().relative()));
    assertThat(three.probabilityWithin(15.01) - three.probabilityWithin(14.99))
        .isBetween(0.125, 0.14);
  }

  @Test
  void dsp_ofManyNegativeNormals_isNormal() {
    ChainPrediction row = Flowgauge.predict().services(5000, Law.normal(-3, 2));
    ChainPrediction one = Flowgauge.predict().service(0, Law.normal(-15000, 2 * Math.sqrt(5000)));

    same(row.dataSegments(126).forecast(), one.dataSegments(126).forecast());
  }

  @ParameterizedTest
  @EnumSource
  void shift_ofAMillionSeconds_costsNoDigits(Mode mode) {
    ChainPrediction plain = Flowgauge.predict().services(3, Law.lognormal(300, 300)).mode(mode);
    ChainPrediction late =
        Flowgauge.predict().services(3, Law.shifted(1e6, Law.lognormal(300, 300))).mode(mode);
    Forecast expected = plain.dataSegments(126).forecast();
    Forecast actual = late.dataSegments(126).forecast();

    near(actual.mean() - 3e6, expected.mean());
    assertThat(actual.sd()).isEqualTo(expected.sd());
  }

  @ParameterizedTest
  @EnumSource
  void uniforms_manySegments_stayBelowTheirEnd(Mode mode) {
    Forecast forecast =
        Flowgauge.predict()
            .services(5, Law.uniform(100, 500))
            .mode(mode)
            .dataSegments(BILLION)
            .forecast();

    assertThat(forecast.mean()).isBetween(2400.0, 2500.0);
    assertThat(forecast.quantile(0.99)).isBetween(forecast.quantile(0.5), 2500.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.5, 1, 5, 20})
  void weibulls_oneSegment_haveKnownMoments(double shape) {
    Law law = Law.weibull(shape, 100);
    ChainForecast forecast = Flowgauge.predict().services(4, law).forecast();

    near(forecast.mean(), 4 * law.mean());
    near(forecast.sd(), 2 * law.sd());
  }

  @ParameterizedTest
  @EnumSource
  void lognormals_veryVariable_areAnswered(Mode mode) {
    Forecast forecast =
        Flowgauge.predict()
            .services(3, Law.lognormal(1, 10))
            .mode(mode)
            .dataSegments(BILLION)
            .forecast();

    assertThat(forecast.mean()).isBetween(1e4, 1e6);
    assertThat(forecast.probabilityWithin(forecast.quantile(0.9))).isCloseTo(0.9, within(1e-8));
  }

  /** The far component has a weight of 1e-6, but counts once many data segments are drawn. */
  @Test
  void dsp_ofRareFarComponent_isFoundByTheLongest() {
    Law near = Law.exponential(1);
    Law law = Law.mixture(List.of(1 - 1e-6, 1e-6), List.of(near, Law.shifted(1e5, near)));
    ChainPrediction chain = Flowgauge.predict().services(2, law).dataSegments(1000);

    double none = Math.pow(1 - 1e-6, 2000);
    assertThat(chain.forecast().probabilityWithin(5e4)).isCloseTo(none, within(1e-11));
    near(chain.dataSegments(1).forecast().mean(), 2 * law.mean());
  }

  @Test
  void heavyTails_withoutMoments_haveQuantiles() {
    ChainPrediction chain = Flowgauge.predict().services(2, Law.pareto(0.9, 1)).dataSegments(100);
    for (Mode mode : Mode.values()) {
      Forecast forecast = chain.mode(mode).forecast();
      assertThat(forecast.mean()).isInfinite();
      assertThat(forecast.sd()).isInfinite();
      assertThat(forecast.probabilityWithin(forecast.quantile(0.9))).isCloseTo(0.9, within(1e-9));
    }
    Forecast noVariance = Flowgauge.predict().services(2, Law.pareto(1.5, 1)).forecast();
    near(noVariance.mean(), 6);
    assertThat(noVariance.sd()).isInfinite();
  }

  @ParameterizedTest
  @EnumSource
  void samples_offAnyLattice_areExact(Mode mode) {
    Forecast forecast =
        Flowgauge.predict().services(3, Law.empirical(0.001, 1000)).mode(mode).forecast();

    assertThat(forecast.quantile(0.03)).isCloseTo(0.003, within(1e-12));
    near(forecast.mean(), 1500.0015);
    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1e-9, 1e-4, 3600.0001})
  void samples_farBelowAnyStep_areNotZero(double unit) {
    Forecast forecast = Flowgauge.predict().services(3, Law.empirical(unit, 2 * unit)).forecast();

    near(forecast.mean(), 4.5 * unit);
    near(forecast.quantile(0.01), 3 * unit);
  }

  @Test
  void dice_aHundredThousand_areExact() {
    Forecast forecast =
        Flowgauge.predict().services(100_000, Law.empirical(1, 2, 3, 4, 5, 6)).forecast();

    near(forecast.mean(), 350_000);
    near(forecast.sd(), Math.sqrt(100_000 * 35 / 12.0));
  }

  @Test
  void differentServices_aThousand_areEstimatedQuickly() {
    SplittableRandom random = new SplittableRandom(1);
    ChainPrediction chain = Flowgauge.predict();
    double mean = 0;
    double variance = 0;
    for (int k = 0; k < 1000; k++) {
      Law law = Law.gamma(1 + random.nextDouble(), 10 + 100 * random.nextDouble());
      chain = chain.service(0.5, law);
      mean += 0.5 + law.mean();
      variance += law.sd() * law.sd();
    }
    ChainForecast forecast = chain.forecast();

    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
    assertThat(forecast.error().mean().contains(mean)).isTrue();
    assertThat(forecast.error().sd().contains(Math.sqrt(variance))).isTrue();
    near(forecast.deterministicSeconds(), mean);
  }

  @Test
  void service_timesTooLongToComputeWith_areRefused() {
    ChainPrediction empty = Flowgauge.predict();
    for (double mean : new double[] {1e101, 1e200, 1e308}) {
      assertThatThrownBy(() -> empty.service(1, Law.exponential(mean)))
          .hasMessageMatching(
              "latency must be a law of times of at most 1.0E100 s, but more than a tenth of those of"
                  + " exponential.mean=.*. are longer");
      assertThatThrownBy(() -> empty.service(mean, Law.constant(1)))
          .hasMessage("service time must be 0 to 1.0E100 s, but is " + mean + " s");
    }
    for (Law law : List.of(Law.exponential(1e99), Law.normal(1e99, 1e98), Law.constant(1e100))) {
      ChainForecast forecast = empty.services(3, law).dataSegments(10).forecast();
      assertThat(forecast.mean()).isGreaterThan(2e99).isFinite();
      assertThat(forecast.sd()).isFinite();
    }
  }

  @Test
  void service_timesTooShortToComputeWith_areRefused() {
    ChainPrediction empty = Flowgauge.predict();
    for (Law tiny :
        List.of(Law.exponential(1e-300), Law.uniform(-1e-170, 1e-170), Law.weibull(2, 1e-105))) {
      for (Law law : List.of(tiny, Law.shifted(1, tiny))) {
        assertThatThrownBy(() -> empty.services(3, law))
            .hasMessageMatching(
                "latency must be a law of times that vary by 1.0E-100 s or more, or not at all, but"
                    + " those of .* vary by less");
      }
    }
    for (Law law :
        List.of(
            Law.exponential(1e-99),
            Law.constant(1e-300),
            Law.normal(1, 1e-300),
            Law.normal(-50, 1),
            Law.normal(-5, 0.001).clippedAtZero(),
            Law.gamma(2e-4, 1))) {
      ChainForecast forecast = empty.services(3, law).dataSegments(10).forecast();
      assertThat(forecast.quantile(0.5)).as(law.text()).isFinite();
      assertThat(forecast.sd()).isFinite();
    }
  }

  @Test
  void forecast_timesThatHardlyDifferAsDoubles_isConstant() {
    for (double sd : new double[] {1e-300, 1e-50, 1e-20, 1e-16, 1e-14}) {
      for (Law law : List.of(Law.normal(1, sd), Law.lognormal(1, sd), Law.normal(-1, sd))) {
        ChainForecast forecast = Flowgauge.predict().services(3, law).dataSegments(10).forecast();
        near(forecast.mean(), 3 * law.mean());
        near(forecast.quantile(0.9), 3 * law.mean());
      }
    }
  }
}
