package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares the closed form with a numerical solution of the best linear unbiased prediction. */
class NestedEffectsTest {
  private static final NestedPrior PRIOR = new NestedPrior(0.3, 0.7);
  private static final double PRECISE = 1e-9;
  private static final String RUN = "run";

  /** Deviations u of a run and w of its types from observations u + w + e. */
  private static final class Oracle {
    private final double[][] precisions;
    private final double[] right;

    Oracle(int types) {
      precisions = new double[types + 1][types + 1];
      right = new double[types + 1];
      precisions[0][0] = 1 / PRIOR.outer();
      for (int k = 1; k <= types; k++) {
        precisions[k][k] = 1 / PRIOR.inner();
      }
    }

    void add(int type, double deviation, double weight) {
      for (int row : new int[] {0, type + 1}) {
        precisions[row][0] += weight;
        precisions[row][type + 1] += weight;
        right[row] += weight * deviation;
      }
    }

    /** Solves by elimination; the matrix is positive definite. */
    double[] solve(double[] of) {
      int n = of.length;
      double[][] m = new double[n][];
      double[] x = of.clone();
      for (int k = 0; k < n; k++) {
        m[k] = precisions[k].clone();
      }
      for (int k = 0; k < n; k++) {
        for (int row = 0; row < n; row++) {
          double factor = row == k ? 0 : m[row][k] / m[k][k];
          for (int column = 0; column < n; column++) {
            m[row][column] -= factor * m[k][column];
          }
          x[row] -= factor * x[k];
        }
      }
      for (int k = 0; k < n; k++) {
        x[k] /= m[k][k];
      }
      return x;
    }

    double mean(int type) {
      double[] means = solve(right);
      return means[0] + means[type + 1];
    }

    double variance(int type) {
      double[] sum = new double[right.length];
      sum[0] = 1;
      sum[type + 1] = 1;
      double[] solved = solve(sum);
      return solved[0] + solved[type + 1];
    }
  }

  @Property(tries = 100)
  void estimate_anyDeviations_isBestLinearUnbiasedPrediction(
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll @IntRange(max = 30) int count,
      @ForAll int seed) {
    Random random = new Random(seed);
    NestedEffects effects = new NestedEffects(PRIOR);
    Oracle oracle = new Oracle(types);
    for (int k = 0; k < count; k++) {
      int type = random.nextInt(types);
      double deviation = random.nextGaussian();
      double weight = 5 * random.nextDouble();
      effects.add(effects.group(RUN, "type" + type, 0), deviation, weight);
      oracle.add(type, deviation, weight);
    }
    for (int type = 0; type < types; type++) {
      NestedEstimate estimate = effects.estimate(effects.group(RUN, "type" + type, 0));
      assertThat(estimate.mean()).isCloseTo(oracle.mean(type), within(PRECISE));
      assertThat(estimate.variance()).isCloseTo(oracle.variance(type), within(PRECISE));
    }
  }

  @Property(tries = 20)
  void adapt_manyRuns_findsTheVariances(@ForAll int seed) {
    Random random = new Random(seed);
    NestedEffects effects = new NestedEffects(new NestedPrior(1, 1));
    for (int run = 0; run < 300; run++) {
      double ofRun = Math.sqrt(PRIOR.outer()) * random.nextGaussian();
      for (int type = 0; type < 4; type++) {
        double deviation = ofRun + Math.sqrt(PRIOR.inner()) * random.nextGaussian();
        effects.add(effects.group(RUN + run, "type" + type, 0), deviation, 1e6);
      }
    }
    for (int sweep = 0; sweep < 50; sweep++) {
      effects.adapt(4);
    }
    // four standard errors of variances estimated from 300 and 1,200 deviations
    assertThat(effects.prior().outer()).isCloseTo(PRIOR.outer(), within(0.22));
    assertThat(effects.prior().inner()).isCloseTo(PRIOR.inner(), within(0.15));
  }
}
