package io.flowgauge.probabilistic.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunningChainTest {
  private static final double TOLERANCE = 1e-6;
  private static final Law LATENCY = Law.lognormal(300, 200);

  private static RunningChain run(Mode mode, int segments, int services) {
    return RunningChain.of(mode, segments, Collections.nCopies(services, LATENCY));
  }

  @ParameterizedTest
  @EnumSource
  void remaining_atStart_isTheForecast(Mode mode) {
    Forecast remaining = run(mode, 12, 3).remaining(0);
    ChainForecast whole =
        Flowgauge.predict().services(3, LATENCY).mode(mode).dataSegments(12).forecast();

    near(remaining.mean(), whole.mean());
    near(remaining.sd(), whole.sd());
    near(remaining.quantile(0.95), whole.quantile(0.95));
    near(remaining.probabilityWithin(1500), whole.probabilityWithin(1500));
    assertThat(remaining.error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
  }

  @ParameterizedTest
  @EnumSource
  void remaining_exponential_doesNotAge(Mode mode) {
    List<Law> services = List.of(Law.exponential(300), Law.exponential(300));
    RunningChain run = RunningChain.of(mode, 4, services);

    near(run.remaining(700).mean(), run.remaining(0).mean());
  }

  @ParameterizedTest
  @ValueSource(doubles = {30, 1000, 1e5, 1e15})
  void remaining_wildLognormal_hasTheMomentsOfTheLaw(double cv) {
    Forecast remaining = RunningChain.of(Mode.DSP, 1, List.of(Law.lognormal(1, cv))).remaining(0);

    assertThat(remaining.mean()).isCloseTo(1, within(1e-9));
    assertThat(remaining.sd()).isCloseTo(cv, within(1e-9 * cv));
  }

  /** Almost all of the range lies in a gap between two narrow parts. */
  @Test
  void remaining_wideGap_hasTheMomentsOfTheLaw() {
    Law near = Law.lognormal(10, 0.2);
    Law law = Law.mixture(List.of(0.8, 0.2), List.of(near, Law.shifted(3000, near)));
    Forecast remaining = RunningChain.of(Mode.DSP, 1, List.of(law)).remaining(0);

    assertThat(remaining.mean()).isCloseTo(610, within(1e-9 * 610));
    assertThat(remaining.sd()).isCloseTo(law.sd(), within(1e-9 * law.sd()));
  }

  /** With many segments that began at different times, tables replace full computations. */
  @Test
  void remaining_manyClasses_isNearSimulation() {
    int segments = 60;
    Law law = Law.exponential(300);
    RunningChain run = RunningChain.of(Mode.DSP, segments, List.of(law, law));
    for (int k = 0; k < segments; k++) {
      run.finished(k, 3 * k + 0.7);
    }
    Forecast remaining = run.remaining(200);
    ChainForecast memoryless =
        Flowgauge.predict().services(1, law).dataSegments(segments).forecast();

    assertThat(remaining.error().kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
    assertThat(remaining.mean()).isCloseTo(memoryless.mean(), within(1e-4 * memoryless.mean()));
    assertThat(remaining.sd()).isCloseTo(memoryless.sd(), within(1e-3 * memoryless.sd()));
    near(run.probabilityWithin(2200, 200), remaining.probabilityWithin(2000));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 299.5, 301, 450, 900})
  void probabilityWithin_fewSegments_isNearFullComputation(double now) {
    List<Law> services = List.of(Law.shifted(100, LATENCY), LATENCY, Law.constant(40), LATENCY);
    RunningChain run = RunningChain.of(Mode.DSP, 7, services);
    run.finished(0, 0.25);
    run.finished(0, 0.5);
    run.finished(1, 0.75);
    Forecast full = run.remaining(now);
    for (double p : new double[] {0.1, 0.5, 0.9, 0.999}) {
      double deadline = now + full.quantile(p);

      assertThat(run.probabilityWithin(deadline, now)).isCloseTo(p, within(2e-4));
    }
  }

  @Test
  void finished_dataParallel_waitsForTheLast() {
    RunningChain run = run(Mode.DP, 2, 2);
    run.finished(0, 100);
    assertThatIllegalStateException()
        .isThrownBy(() -> run.finished(0, 110))
        .withMessage("segment 0 waits for others to leave service 0");
    run.finished(1, 400);

    near(
        run.remaining(400).mean(),
        Flowgauge.predict().services(1, LATENCY).dataSegments(2).forecast().mean());
    run.finished(1, 500);
    run.finished(0, 600);
    assertThat(run.unfinishedSegments()).isZero();
    assertThat(run.remaining(700).mean()).isZero();
    assertThat(run.probabilityWithin(600, 700)).isZero();
    assertThat(run.probabilityWithin(700, 700)).isEqualTo(1);
  }

  @Test
  void started_again_forgetsTheTimePassed() {
    RunningChain run = run(Mode.DSP, 1, 1);
    run.started(0, 500);

    near(run.remaining(500).mean(), LATENCY.mean());
    near(run.remaining(500).sd(), LATENCY.sd());
  }

  @Test
  void remaining_longerThanTheLawAllows_isSaid() {
    RunningChain run = RunningChain.of(Mode.DSP, 1, List.of(Law.uniform(0, 10), LATENCY));
    Forecast remaining = run.remaining(11);

    assertThat(remaining.method()).endsWith("1 running longer than the law allows");
    near(remaining.mean(), LATENCY.mean());
  }

  @Test
  void remaining_resubmittedJobs_isFinite() {
    Law total = Resubmission.of(LATENCY.withOutliers(0.1)).timeout(900);
    RunningChain run = RunningChain.of(Mode.DSP, 3, List.of(total));

    near(
        run.remaining(0).mean(),
        Flowgauge.predict().services(1, total).dataSegments(3).forecast().mean());
  }

  @Test
  void of_badArguments_areNamed() {
    refused("data segments must be 1 or more", 0, LATENCY);
    refused("services must be 1 or more", 1);
    refused("clippedAtZero()", 1, Law.normal(1, 1));
    refused("timeout", 1, LATENCY.withOutliers(0.1));
    refused("variance", 1, Law.pareto(1.5, 1));
    refused("a smooth law", 1, Law.empirical(1, 2, 3));
  }

  private static void refused(String message, int segments, Law... services) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunningChain.of(Mode.DP, segments, List.of(services)))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @EnumSource
  void events_badArguments_areNamed(Mode mode) {
    RunningChain run = run(mode, 1, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> run.finished(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> run.finished(0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> run.started(0, -1));
    run.started(0, 10);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.remaining(9))
        .withMessageContaining("10.0 s");
    assertThatIllegalArgumentException().isThrownBy(() -> run.probabilityWithin(Double.NaN, 20));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.finished(0, 5))
        .withMessageContaining("began at 10.0 s");
    run.finished(0, 30);
    assertThatIllegalStateException()
        .isThrownBy(() -> run.finished(0, 40))
        .withMessage("segment 0 is already done");
  }

  @Test
  void finished_refusedAsOthersAreBehind_doesNotCount() {
    RunningChain run = run(Mode.DP, 2, 2);
    run.finished(0, 10);
    assertThatIllegalStateException().isThrownBy(() -> run.finished(0, 1000));

    assertThat(run.remaining(20).mean()).isPositive();
  }

  private static void near(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(TOLERANCE * Math.max(1, expected)));
  }
}
