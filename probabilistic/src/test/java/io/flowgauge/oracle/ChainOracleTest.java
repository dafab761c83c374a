package io.flowgauge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Sweep;
import io.flowgauge.testsupport.ProcessorTime;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains of services against closed forms that the engine does not use. */
class ChainOracleTest {
  /**
   * The trapezoid rule and Commons Statistics' gamma quantile are accurate to about a tenth of
   * this.
   */
  private static final double ORACLE = 1e-8;

  private static final double LATTICE = 1e-6;

  /** A chain of gamma laws of one scale has a gamma law. */
  @ParameterizedTest
  @CsvSource({
    "2, 2.0, 1",
    "2, 2.0, 1000000000",
    "7, 0.3, 1",
    "7, 0.3, 126",
    "3, 0.05, 1000",
    "50, 1.0, 1000000",
    "400, 1.0, 1000000000",
    "1000, 1.0, 1",
    "1000, 1.0, 1000",
    "5, 1000.0, 100000"
  })
  void dsp_gammaServices_isLongestOfGammaTimes(int services, double shape, long segments) {
    double scale = 3;
    GammaDistribution sum = GammaDistribution.of(services * shape, scale);
    Longest oracle = new Longest(sum::inverseSurvivalProbability, segments);
    ChainForecast forecast =
        Flowgauge.predict()
            .services(services, Law.gamma(shape, scale))
            .dataSegments(segments)
            .forecast();
    close(forecast.mean(), oracle.mean(), ORACLE);
    close(forecast.sd(), oracle.sd(), 10 * ORACLE);
    for (double p : new double[] {0.05, 0.5, 0.95, 0.999}) {
      close(forecast.quantile(p), oracle.quantile(p), ORACLE);
      assertThat(forecast.probabilityWithin(oracle.quantile(p))).isCloseTo(p, within(ORACLE));
    }
  }

  /** Exponential services of different means: the survival function is a sum of exponentials. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 126, 100_000, 1_000_000_000})
  void dsp_differentExponentials_agreesWithHypoexponentialLaw(long segments) {
    double[] means = {40, 100, 250, 11};
    double[] serviceSeconds = {5, 0, 70, 1.5};
    Longest oracle = new Longest(q -> upperQuantile(means, q), segments);
    ChainPrediction prediction = Flowgauge.predict().dataSegments(segments);
    for (int k = 0; k < means.length; k++) {
      prediction = prediction.service(serviceSeconds[k], Law.exponential(means[k]));
    }
    double fixed = DoubleStream.of(serviceSeconds).sum();
    ChainForecast forecast = prediction.forecast();
    close(forecast.mean(), fixed + oracle.mean(), ORACLE);
    close(forecast.sd(), oracle.sd(), 10 * ORACLE);
    close(forecast.quantile(0.95), fixed + oracle.quantile(0.95), ORACLE);
    close(forecast.sequentialSeconds(), segments * (fixed + DoubleStream.of(means).sum()), 1e-12);
  }

  private static double upperQuantile(double[] means, double tail) {
    double low = 0;
    double high = 40 * DoubleStream.of(means).sum();
    for (int k = 0; k < 200; k++) {
      double middle = (low + high) / 2;
      if (survival(means, middle) > tail) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** For small tails the terms have one dominant summand, so nothing cancels there. */
  private static double survival(double[] means, double time) {
    double sum = 0;
    for (double mean : means) {
      double factor = 1;
      for (double other : means) {
        factor *= other == mean ? 1 : mean / (mean - other);
      }
      sum += factor * Math.exp(-time / mean);
    }
    return sum;
  }

  /** The longest of n exponential times has mean H(n) and variance H2(n). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 12, 1000, 1_000_000})
  void dp_differentExponentials_hasHarmonicMoments(int segments) {
    double[] means = {40, 100, 250, 11};
    double first = 0;
    double second = 0;
    for (int k = segments; k >= 1; k--) {
      first += 1.0 / k;
      second += 1.0 / k / k;
    }
    ChainPrediction prediction = Flowgauge.predict().mode(Mode.DP).dataSegments(segments);
    for (double mean : means) {
      prediction = prediction.service(10, Law.exponential(mean));
    }
    ChainForecast forecast = prediction.forecast();
    double variance = second * DoubleStream.of(means).map(m -> m * m).sum();
    close(forecast.mean(), 40 + first * DoubleStream.of(means).sum(), ORACLE);
    close(forecast.sd(), Math.sqrt(variance), ORACLE);
  }

  /** {@code E[max(X, Y)^k] = 2 e^(k m + k^2 s^2 / 2) Phi(k s / sqrt 2)} for lognormal X, Y. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 2, 3, 5, 10, 20})
  void dsp_twoLognormals_hasClosedMoments(double cv) {
    double variance = Math.log1p(cv * cv);
    double s = Math.sqrt(variance);
    var normal = org.apache.commons.statistics.distribution.NormalDistribution.of(0, 1);
    double mean = 300 * 2 * normal.cumulativeProbability(s / Math.sqrt(2));
    double square =
        300.0 * 300 * 2 * Math.exp(variance) * normal.cumulativeProbability(2 * s / Math.sqrt(2));
    ChainForecast forecast =
        Flowgauge.predict().services(1, Law.lognormal(300, 300 * cv)).dataSegments(2).forecast();
    double sd = Math.sqrt(square - mean * mean);
    close(forecast.mean(), mean, 1e-10);
    close(forecast.sd(), sd, 1e-9);
    assertThat(forecast.error().sd().lower()).isLessThanOrEqualTo(sd * (1 + 1e-11));
    assertThat(forecast.error().sd().upper()).isGreaterThanOrEqualTo(sd * (1 - 1e-11));
  }

  @ParameterizedTest
  @CsvSource({"DSP, 1", "DSP, 3", "DSP, 100", "DP, 3", "DP, 100"})
  void anyMode_valuesOfNoCommonLattice_agreesWithAllSums(Mode mode, int segments) {
    double[] values = {0.1, 0.25, 3.14159, 100.7};
    int services = 3;
    Map<Double, Double> law = Map.of(0.0, 1.0);
    for (int k = 0; k < services; k++) {
      law = plus(law, values, mode == Mode.DP ? segments : 1);
    }
    TreeMap<Double, Double> cdf = new TreeMap<>();
    double sum = 0;
    for (Map.Entry<Double, Double> atom : new TreeMap<>(law).entrySet()) {
      sum += atom.getValue();
      cdf.put(atom.getKey(), mode == Mode.DP ? sum : Math.pow(sum, segments));
    }
    ChainForecast forecast =
        Flowgauge.predict()
            .services(services, Law.empirical(values))
            .mode(mode)
            .dataSegments(segments)
            .forecast();
    double mean = mean(cdf);
    assertThat(forecast.error().mean().lower()).isLessThanOrEqualTo(mean * (1 + 1e-9));
    assertThat(forecast.error().mean().upper()).isGreaterThanOrEqualTo(mean * (1 - 1e-9));
    for (double p : new double[] {0.3, 0.5, 0.9}) {
      double quantile =
          cdf.entrySet().stream()
              .filter(e -> e.getValue() >= p - 1e-12)
              .findFirst()
              .orElseThrow()
              .getKey();
      assertThat(forecast.error().quantile(p).lower()).isLessThanOrEqualTo(quantile + 1e-9);
      assertThat(forecast.error().quantile(p).upper()).isGreaterThanOrEqualTo(quantile - 1e-9);
    }
  }

  private static Map<Double, Double> plus(Map<Double, Double> law, double[] values, int count) {
    Map<Double, Double> sum = new TreeMap<>();
    for (int k = 0; k < values.length; k++) {
      double probability =
          Math.pow((k + 1.0) / values.length, count) - Math.pow((double) k / values.length, count);
      for (Map.Entry<Double, Double> atom : law.entrySet()) {
        sum.merge(atom.getKey() + values[k], atom.getValue() * probability, Double::sum);
      }
    }
    return sum;
  }

  private static double mean(Map<Double, Double> cdf) {
    double before = 0;
    double mean = 0;
    for (Map.Entry<Double, Double> step : cdf.entrySet()) {
      mean += step.getKey() * (step.getValue() - before);
      before = step.getValue();
    }
    return mean;
  }

  /**
   * The sum of a sampled time and a smooth time is a mixture of shifted copies of the smooth one.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 5, 1000})
  void dsp_valuesAndNormal_agreesWithMixture(long segments) {
    double[] values = {1, 2, 2, 7};
    var normal = org.apache.commons.statistics.distribution.NormalDistribution.of(5, 1);
    double from = -5;
    double to = 30;
    int steps = 35_000;
    double mean = from;
    for (int k = 0; k < steps; k++) {
      double time = from + (k + 0.5) * (to - from) / steps;
      double cdf =
          DoubleStream.of(values).map(v -> normal.cumulativeProbability(time - v)).sum() / 4;
      mean += (1 - Math.pow(cdf, (double) segments)) * (to - from) / steps;
    }
    ChainForecast forecast =
        Flowgauge.predict()
            .services(1, Law.empirical(values))
            .services(1, Law.normal(5, 1))
            .dataSegments(segments)
            .forecast();
    assertThat(forecast.mean())
        .isCloseTo(mean, within(LATTICE * mean + forecast.error().relative() * mean));
  }

  @Test
  void anyMode_constantTimes_isTheirSum() {
    for (Mode mode : Mode.values()) {
      ChainForecast forecast =
          Flowgauge.predict()
              .services(3, Law.constant(5))
              .serviceTimes(1, 2, 3)
              .mode(mode)
              .dataSegments(1000)
              .forecast();
      assertThat(forecast.mean()).isEqualTo(21);
      assertThat(forecast.sd()).isZero();
      assertThat(forecast.quantile(0.5)).isEqualTo(21);
      assertThat(forecast.probabilityWithin(21)).isEqualTo(1);
      assertThat(forecast.probabilityWithin(20.999)).isZero();
    }
  }

  @Test
  void dp_servicesOfVeryDifferentTails_answersAtOnce() {
    ChainForecast forecast =
        Flowgauge.predict()
            .service(733, Law.normal(41, 28))
            .service(615, Law.uniform(11, 65))
            .service(0, Law.exponential(107))
            .mode(Mode.DP)
            .dataSegments(1_000_000_000)
            .forecast();
    Runnable median = () -> assertThat(forecast.quantile(0.5)).isLessThan(forecast.mean());
    assertThat(ProcessorTime.of(median)).isLessThan(Duration.ofSeconds(10));
  }

  /** Derives the paper's metrics from the forecasts by textbook formulas. */
  @ParameterizedTest
  @ValueSource(strings = {"DP", "DSP"})
  void sweep_severalNumbers_hasLeastSquaresLineAndGreatestRatios(Mode mode) {
    long[] numbers = {1, 12, 66, 126, 1000};
    ChainPrediction prediction =
        Flowgauge.predict().services(3, Law.lognormal(300, 300)).serviceTimes(36, 35, 13);
    Sweep sweep = prediction.mode(mode).sweep(numbers);
    double[] means =
        LongStream.of(numbers)
            .mapToDouble(n -> prediction.mode(mode).dataSegments(n).forecast().mean())
            .toArray();
    double x = LongStream.of(numbers).average().orElseThrow();
    double y = DoubleStream.of(means).average().orElseThrow();
    double up = 0;
    double down = 0;
    double speedup = 0;
    for (int k = 0; k < numbers.length; k++) {
      up += (numbers[k] - x) * (means[k] - y);
      down += (numbers[k] - x) * (numbers[k] - x);
      speedup = Math.max(speedup, numbers[k] * 984 / means[k]);
    }
    close(sweep.slope(), up / down, 1e-9);
    close(sweep.yIntercept(), y - x * up / down, 1e-9);
    close(sweep.maximalSpeedup(), speedup, 1e-9);
    close(sweep.variabilityFactor(), means[4] / 984, 1e-9);
  }

  /**
   * Fig. 2 of the paper: the number of data segments at which the critical path changes depends on
   * the mode.
   */
  @ParameterizedTest
  @CsvSource({
    "DP, 2, plain",
    "DP, 3, dashed",
    "DSP, 3, plain",
    "DSP, 13, plain",
    "DSP, 14, dashed"
  })
  void forecast_twoPaths_isOfTheCriticalOne(Mode mode, long segments, String path) {
    Law latency = Law.normal(300, 200);
    ChainForecast forecast =
        Flowgauge.predict()
            .path("plain")
            .service(600, latency)
            .path("dashed")
            .services(2, latency)
            .serviceTimes(80, 80)
            .mode(mode)
            .dataSegments(segments)
            .forecast();
    assertThat(forecast.path()).contains(path);
  }

  private static void close(double found, double expected, double relative) {
    assertThat(found).isCloseTo(expected, within(relative * Math.abs(expected)));
  }
}
