package io.flowgauge.probabilistic.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.probabilistic.law.SlowSum;
import io.flowgauge.probabilistic.order.Tail;
import io.flowgauge.testsupport.ProcessorTime;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Running services whose jobs are resubmitted: densities have a corner at each timeout. */
class ResubmittedRunTest {
  /** Relative tolerance for grids whose cells cannot all end at corners. */
  private static final double GRID = 1e-5;

  private static final int CELLS = 100_000;

  private static final double[] PROBABILITIES = {0.1, 0.5, 0.9, 0.99};

  private static Law law(double timeout) {
    return Resubmission.of(Law.lognormal(300, 300).withOutliers(0.1)).cost(30).timeout(timeout);
  }

  private static RunningChain run(Mode mode, int segments, int services, Law law) {
    return RunningChain.of(mode, segments, Collections.nCopies(services, law));
  }

  private static void near(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(GRID * Math.abs(expected)));
  }

  @ParameterizedTest
  @CsvSource({"DP,100", "DP,400", "DP,900", "DSP,100", "DSP,400", "DSP,900"})
  void remaining_atStart_isTheForecast(Mode mode, double timeout) {
    Forecast remaining = run(mode, 20, 3, law(timeout)).remaining(0);
    ChainForecast whole =
        Flowgauge.predict()
            .services(3, law(timeout))
            .mode(mode)
            .dataSegments(20)
            .relativeError(1e-9)
            .forecast();

    near(remaining.mean(), whole.mean());
    near(remaining.sd(), whole.sd());
    near(remaining.quantile(0.95), whole.quantile(0.95));
    near(remaining.probabilityWithin(whole.mean()), whole.probabilityWithin(whole.mean()));
  }

  /** The elapsed time of the job may lie anywhere between two timeouts. */
  @ParameterizedTest
  @CsvSource({"400,37", "400,400", "400,433.3", "900,1000", "100,130"})
  void remaining_inAService_isTheConvolutionTermByTerm(double timeout, double elapsed) {
    Law law = law(timeout);
    Forecast remaining = run(Mode.DSP, 1, 2, law).remaining(elapsed);
    Law rest = TrackedChain.residual(law, elapsed);

    assertThat(remaining.error().kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
    assertThat(remaining.error().relative()).isLessThan(GRID);
    near(remaining.mean(), rest.mean() + law.mean());
    near(remaining.sd(), Math.hypot(rest.sd(), law.sd()));
    for (double p : PROBABILITIES) {
      double t = remaining.quantile(p);
      assertThat(SlowSum.survival(rest, law, t, CELLS))
          .isCloseTo(1 - p, within(2 * GRID * (1 - p)));
    }
  }

  @Test
  void remaining_dataParallelStartedAtDifferentTimes_isTheConvolutionTermByTerm() {
    Law law = law(400);
    RunningChain run = run(Mode.DP, 3, 2, law);
    run.started(1, 150);
    run.started(2, 290.5);
    Forecast remaining = run.remaining(500);
    List<Law> rests =
        List.of(
            TrackedChain.residual(law, 500),
            TrackedChain.residual(law, 350),
            TrackedChain.residual(law, 209.5));
    Law longest = TrackedChain.longest(rests, new double[] {1, 1, 1});

    for (double p : PROBABILITIES) {
      double t = remaining.quantile(p);
      double survival = SlowSum.survival(longest, law.maximumOf(3), t, CELLS);
      assertThat(survival).isCloseTo(1 - p, within(2 * GRID * (1 - p)));
    }
  }

  /** Piecewise polynomials follow a few corners exactly, but take a hundred times as long. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 250, 610})
  void remaining_inAService_isThatOfPolynomials(double elapsed) {
    Law law = law(400);
    Forecast remaining = run(Mode.DSP, 1, 2, law).remaining(elapsed);
    Law rest = TrackedChain.residual(law, elapsed);
    TailLaw polynomials = new TailLaw(0, Tail.of(rest).plus(Tail.of(law)));

    for (double p : PROBABILITIES) {
      near(remaining.quantile(p), polynomials.quantile(p));
    }
  }

  @Test
  void remaining_afterAFixedService_isLaterByThat() {
    Law law = law(400);
    Forecast plain = run(Mode.DSP, 4, 2, law).remaining(130);
    Forecast later =
        RunningChain.of(Mode.DSP, 4, List.of(law, Law.constant(70), law)).remaining(130);

    near(later.mean(), plain.mean() + 70);
    near(later.quantile(0.9), plain.quantile(0.9) + 70);
  }

  @ParameterizedTest
  @EnumSource
  void remaining_afterEachOfManyEvents_takesMilliseconds(Mode mode) {
    RunningChain run = run(mode, 20, 3, law(400));

    Duration taken =
        ProcessorTime.of(
            () -> {
              for (int k = 0; k < 10; k++) {
                assertThat(run.remaining(100 + 10 * k).quantile(0.9)).isPositive();
                assertThat(run.probabilityWithin(4000, 100 + 10 * k)).isBetween(0.0, 1.0);
              }
            });
    assertThat(taken).isLessThan(Duration.ofSeconds(8));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 130, 390, 410})
  void probabilityWithin_dataAndServiceParallel_isNearFullComputation(double now) {
    RunningChain run = run(Mode.DSP, 20, 3, law(400));
    Forecast full = run.remaining(now);

    for (double p : PROBABILITIES) {
      assertThat(run.probabilityWithin(now + full.quantile(p), now)).isCloseTo(p, within(0.01));
    }
  }
}
