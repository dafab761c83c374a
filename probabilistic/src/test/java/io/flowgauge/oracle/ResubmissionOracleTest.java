package io.flowgauge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forecasts with timeouts and resubmission against simulated jobs. */
class ResubmissionOracleTest {
  private static final double SIGMAS = 5;
  private static final int SAMPLES = 30_000;

  @ParameterizedTest
  @CsvSource({"0, 1, 0, 400", "0.16, 1, 0, 900", "0.3, 2, 60, 250", "0.5, 4, 10, 120"})
  void timeout_anyCopiesAndCost_agreesWithSimulatedJobs(
      double lost, int copies, double cost, double timeout) {
    Timed latency = Timed.lognormal(300, 300);
    Law law =
        Resubmission.of(latency.law().withOutliers(lost))
            .copies(copies)
            .cost(cost)
            .timeout(timeout);
    Sample sample =
        Sample.of(
            SAMPLES,
            4,
            random -> {
              double waited = 0;
              while (true) {
                double first = Double.POSITIVE_INFINITY;
                for (int k = 0; k < copies; k++) {
                  first = Math.min(first, job(latency, lost, random));
                }
                if (first <= timeout) {
                  return waited + first;
                }
                waited += timeout + cost;
              }
            });
    agree(law, sample);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 300, 450", "0.3, 100, 800", "0.5, 700, 400"})
  void delayed_anyTimes_agreesWithSimulatedJobs(double lost, double every, double timeout) {
    Timed latency = Timed.weibull(1.2, 280);
    Law law = Resubmission.of(latency.law().withOutliers(lost)).delayed(every, timeout);
    Sample sample =
        Sample.of(
            SAMPLES,
            6,
            random -> {
              double end = Double.POSITIVE_INFINITY;
              for (double start = 0; start < end; start += every) {
                double time = job(latency, lost, random);
                if (time <= timeout) {
                  end = Math.min(end, start + time);
                }
              }
              return end;
            });
    agree(law, sample);
  }

  private static double job(Timed latency, double lost, SplittableRandom random) {
    double time = latency.next(random);
    return random.nextDouble() < lost ? Double.POSITIVE_INFINITY : time;
  }

  private static void agree(Law law, Sample sample) {
    assertThat(law.mean()).isCloseTo(sample.mean(), within(SIGMAS * sample.meanError()));
    assertThat(law.sd()).isCloseTo(sample.sd(), within(SIGMAS * sample.sdError()));
    for (double p : new double[] {0.05, 0.5, 0.95, 0.995}) {
      double time = law.quantile(p);
      assertThat(sample.cdf(time)).isCloseTo(p, within(SIGMAS * sample.fractionError(p)));
      assertThat(law.cdf(time)).isCloseTo(p, within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource({"0.05, 1, 0", "0.16, 1, 0", "0.16, 2, 0", "0.3, 1, 120"})
  void bestTimeout_ofMean_isNoWorseThanAScan(double lost, int copies, double cost) {
    Resubmission jobs =
        Resubmission.of(Law.lognormal(300, 300).withOutliers(lost)).copies(copies).cost(cost);
    TimeoutChoice choice = jobs.bestTimeout(Law::mean);
    double best =
        DoubleStream.iterate(20, t -> t < 20_000, t -> t * 1.03)
            .map(t -> jobs.timeout(t).mean())
            .min()
            .orElseThrow();
    assertThat(choice.objective()).isLessThanOrEqualTo(best * (1 + 1e-9));
    assertThat(choice.objective()).isGreaterThan(best * (1 - 1e-3));
    assertThat(jobs.timeout(choice.timeoutSeconds().orElseThrow()).mean())
        .isCloseTo(choice.objective(), within(1e-9 * best));
  }
}
