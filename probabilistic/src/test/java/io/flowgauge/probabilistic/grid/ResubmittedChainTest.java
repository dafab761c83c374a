package io.flowgauge.probabilistic.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import io.flowgauge.probabilistic.law.SlowSum;
import io.flowgauge.testsupport.ProcessorTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains of services whose jobs are resubmitted: their densities have a corner at each timeout. */
class ResubmittedChainTest {
  private static final Law LATENCY = Law.lognormal(300, 300).withOutliers(0.1);
  private static final int CELLS = 100_000;
  private static final double[] PROBABILITIES = {0.01, 0.5, 0.95};

  private static ChainPrediction chain(int services, Law law) {
    return Flowgauge.predict().services(services, law).mode(Mode.DSP);
  }

  @ParameterizedTest
  @CsvSource({"2,200", "3,50", "5,700", "12,300", "50,200"})
  void forecast_exponentialWithoutCost_isGamma(int services, double timeout) {
    Law total = Resubmission.of(Law.exponential(300)).timeout(timeout);
    for (long segments : new long[] {1, 1000, 1_000_000_000}) {
      ChainForecast forecast = chain(services, total).dataSegments(segments).forecast();
      ChainForecast gamma = chain(1, Law.gamma(services, 300)).dataSegments(segments).forecast();

      assertThat(forecast.mean()).isCloseTo(gamma.mean(), within(1e-9 * gamma.mean()));
      assertThat(forecast.sd()).isCloseTo(gamma.sd(), within(1e-7 * gamma.sd()));
      for (double p : PROBABILITIES) {
        double exact = gamma.quantile(p);
        assertThat(forecast.quantile(p)).isCloseTo(exact, within(1e-8 * exact));
        assertThat(forecast.probabilityWithin(exact)).isCloseTo(p, within(1e-7));
      }
      assertThat(forecast.error().relative()).isLessThan(1e-9);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {60, 100, 400, 900, 3000})
  void forecast_twoServices_isTheConvolutionTermByTerm(double timeout) {
    Law total = Resubmission.of(LATENCY).cost(30).timeout(timeout);
    ChainForecast forecast = chain(2, total).relativeError(1e-9).forecast();
    for (double p : new double[] {0.1, 0.5, 0.99, 1 - 1e-6}) {
      double t = forecast.quantile(p);

      assertThat(1 - p).isCloseTo(SlowSum.survival(total, total, t, CELLS), within(3e-6 * (1 - p)));
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void forecast_timeoutsCopiesAndOverlap_isWhatSamplesSay(Mode mode) {
    Resubmission jobs = Resubmission.of(LATENCY);
    for (Law law : new Law[] {jobs.timeout(400), jobs.copies(2).delayed(200, 900)}) {
      ChainPrediction chain = chain(3, law).mode(mode).dataSegments(20);
      assertSampled(chain.forecast(), mode, law, law, law);
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void forecast_besideOtherLaws_isWhatSamplesSay(Mode mode) {
    Law resubmitted = Resubmission.of(LATENCY).timeout(400);
    Law other = Resubmission.of(LATENCY).cost(10).timeout(150);
    Law smooth = Law.lognormal(100, 50);
    ChainPrediction chain =
        chain(1, resubmitted).service(0, other).service(0, smooth).mode(mode).dataSegments(20);

    assertSampled(chain.forecast(), mode, resubmitted, other, smooth);
    assertThat(chain.relativeError(1e-9).forecast().error().relative()).isLessThan(1e-6);
  }

  /** Compares a forecast with 10,000 samples of 20 data segments, within five standard errors. */
  private static void assertSampled(ChainForecast forecast, Mode mode, Law... services) {
    SplittableRandom random = new SplittableRandom(7);
    double[] makespans = new double[10_000];
    Arrays.setAll(makespans, k -> makespan(mode, services, random));
    double mean = Arrays.stream(makespans).average().orElseThrow();
    double error = forecast.sd() / Math.sqrt(makespans.length);
    assertThat(mean).isCloseTo(forecast.mean(), within(5 * error));
    for (double p : PROBABILITIES) {
      double t = forecast.quantile(p);
      double share = Arrays.stream(makespans).filter(m -> m <= t).count() / 10_000.0;
      assertThat(share).isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / makespans.length)));
    }
  }

  private static double makespan(Mode mode, Law[] services, SplittableRandom random) {
    double[] longest = new double[services.length];
    double whole = 0;
    for (int segment = 0; segment < 20; segment++) {
      double sum = 0;
      for (int k = 0; k < services.length; k++) {
        double time = services[k].upperQuantile(1 - random.nextDouble());
        sum += time;
        longest[k] = Math.max(longest[k], time);
      }
      whole = Math.max(whole, sum);
    }
    return mode == Mode.DSP ? whole : Arrays.stream(longest).sum();
  }

  /**
   * An earlier implementation took two to four seconds each, and mostly missed the requested
   * accuracy.
   */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void forecast_ofAnyAccuracy_takesMilliseconds(Mode mode) {
    for (double error : new double[] {1e-9, 1e-4, 1e-2}) {
      for (double timeout : new double[] {100, 400, 900, 3000}) {
        Duration best =
            IntStream.range(0, 5)
                .mapToObj(k -> taken(mode, error, timeout + k * 1e-3))
                .min(Comparator.naturalOrder())
                .orElseThrow();

        assertThat(best)
            .as("timeout %s, error %s", timeout, error)
            .isLessThan(Duration.ofMillis(250));
      }
    }
  }

  private static Duration taken(Mode mode, double error, double timeout) {
    Law law = Resubmission.of(LATENCY).cost(30).timeout(timeout);
    return ProcessorTime.of(
        () -> {
          ChainForecast forecast =
              chain(3, law).mode(mode).dataSegments(100).relativeError(error).forecast();
          assertThat(forecast.quantile(0.95)).isGreaterThan(forecast.mean());
          assertThat(forecast.error().relative()).isLessThan(Math.max(1e-8, error));
        });
  }

  @Test
  void bestTimeout_ofQuantileOfAllSegments_isFoundInSeconds() {
    long from = System.nanoTime();
    TimeoutChoice choice = Resubmission.of(LATENCY).cost(10).bestTimeout(law -> quantile(law));
    Duration took = Duration.ofNanos(System.nanoTime() - from);

    double best = choice.timeoutSeconds().orElseThrow();
    for (double factor : new double[] {0.8, 0.95, 1.05, 1.25}) {
      Law other = Resubmission.of(LATENCY).cost(10).timeout(factor * best);
      assertThat(quantile(other)).isGreaterThan(choice.objective());
    }
    assertThat(took).isLessThan(Duration.ofSeconds(60));
  }

  private static double quantile(Law law) {
    return chain(3, law).dataSegments(100).forecast().quantile(0.95);
  }
}
