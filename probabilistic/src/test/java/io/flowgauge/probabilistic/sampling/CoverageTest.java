package io.flowgauge.probabilistic.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.draw.DurationTables;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Confidence intervals must cover as often as stated, also when drawing stops once they are narrow.
 */
class CoverageTest {
  private static final int SEEDS = 200;

  /**
   * Least intervals that cover: 95 % of 200 are 190, and four standard deviations of the count are
   * 12.
   */
  private static final int LEAST = 178;

  private static final Law LAW = Law.exponential(1);

  /** A network whose makespan is known. */
  private record Known(Dag dag, Law law, double mean, double sd, DoubleUnaryOperator quantile) {}

  private static void check(Known known, double relativeError, double instances) {
    DurationTables durations = BlockPassTest.durations(known.dag.nodeCount(), v -> known.law);
    int mean = 0;
    int sd = 0;
    int[] quantiles = new int[PROBABILITIES.length];
    for (int seed = 0; seed < SEEDS; seed++) {
      AccuracyGoal accuracy = AccuracyGoal.USUAL.withRelativeError(relativeError).withSeed(seed);
      Sampling.Goal goal = new Sampling.Goal(accuracy, 1 << 20, instances);
      Sampling sampling = Sampling.run(new BlockSampler(known.dag, durations, goal), goal);
      SampleAnswer answer = new SampleAnswer(sampling, instances, "");
      mean += covers(answer.meanRange(), known.mean);
      sd += covers(answer.sdRange(), known.sd);
      for (int k = 0; k < quantiles.length; k++) {
        double p = PROBABILITIES[k];
        quantiles[k] += covers(answer.quantileRange(p), known.quantile.applyAsDouble(p));
      }
    }
    assertThat(mean).as("mean").isGreaterThanOrEqualTo(LEAST);
    assertThat(sd).as("sd").isGreaterThanOrEqualTo(LEAST);
    for (int k = 0; k < quantiles.length; k++) {
      assertThat(quantiles[k]).as("q" + PROBABILITIES[k]).isGreaterThanOrEqualTo(LEAST);
    }
  }

  private static final double[] PROBABILITIES = {0.5, 0.9, 0.95, 0.99};

  private static int covers(Range range, double value) {
    return range.contains(value) ? 1 : 0;
  }

  /** Returns n parallel nodes, whose longest has mean {@code H(n)} and variance {@code Σ 1/k²}. */
  private static Known parallel(int nodes, int instances) {
    double mean = 0;
    double variance = 0;
    double count = (double) nodes * instances;
    for (int k = 1; k <= count; k++) {
      mean += 1.0 / k;
      variance += 1.0 / k / k;
    }
    return new Known(
        Dag.of(nodes, new int[0], new int[0]),
        LAW,
        mean,
        Math.sqrt(variance),
        p -> -Math.log(-Math.expm1(Math.log(p) / count)));
  }

  private static Known chain(int nodes) {
    int[] from = new int[nodes - 1];
    int[] to = new int[nodes - 1];
    for (int k = 0; k < from.length; k++) {
      from[k] = k;
      to[k] = k + 1;
    }
    Law erlang = Law.gamma(nodes, 1);
    return new Known(Dag.of(nodes, from, to), LAW, nodes, Math.sqrt(nodes), erlang::quantile);
  }

  @Test
  void intervals_firstRound_cover() {
    check(chain(5), 0.1, 1);
    check(parallel(4, 1), 0.1, 1);
  }

  @Test
  void intervals_stoppedWhenNarrow_cover() {
    check(chain(5), 0.005, 1);
    check(parallel(4, 1), 0.005, 1);
  }

  @Test
  void intervals_ofLongestOfMany_cover() {
    check(parallel(3, 12), 0.01, 12);
  }

  /** A few extreme durations dominate, and each occurs in several samples. */
  @Test
  void intervals_ofSkewedLaw_cover() {
    Law law = Law.lognormal(1, 1);
    Law longest = law.maximumOf(20);
    Dag dag = Dag.of(20, new int[0], new int[0]);
    check(new Known(dag, law, longest.mean(), longest.sd(), longest::quantile), 0.01, 1);
  }

  /** a and b, then c after both and d after b: not series-parallel. */
  @Test
  void mean_ofBridge_isCovered() {
    Dag bridge = Dag.of(4, new int[] {0, 1, 1}, new int[] {2, 2, 3});
    DurationTables durations = BlockPassTest.durations(4, v -> LAW);
    double exact = wait(0);
    int covered = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      AccuracyGoal accuracy = AccuracyGoal.USUAL.withRelativeError(0.01).withSeed(seed);
      Sampling.Goal goal = new Sampling.Goal(accuracy, 1 << 20, 1);
      Sampling sampling = Sampling.run(new BlockSampler(bridge, durations, goal), goal);
      covered += covers(new SampleAnswer(sampling, 1, "").meanRange(), exact);
    }
    assertThat(covered).isGreaterThanOrEqualTo(LEAST);
  }

  /**
   * Returns the expected time until all of a, b, c (after a and b) and d (after b) have ended, each
   * at rate 1: for each set of ended activities, the mean wait for the next end plus the time from
   * there.
   */
  private static double wait(int ended) {
    boolean a = (ended & 1) != 0;
    boolean b = (ended & 2) != 0;
    boolean[] running = {!a, !b, a && b && (ended & 4) == 0, b && (ended & 8) == 0};
    int rate = 0;
    double later = 0;
    for (int k = 0; k < running.length; k++) {
      if (running[k]) {
        rate++;
        later += wait(ended | 1 << k);
      }
    }
    return rate == 0 ? 0 : (1 + later) / rate;
  }
}
