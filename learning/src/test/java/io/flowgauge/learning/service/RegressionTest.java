package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares the closed form with the textbook's matrix formulas. */
class RegressionTest {
  private static final double PRECISE = 1e-9;

  /** Posterior of a normal-inverse-gamma prior, computed about the origin. */
  private static final class Oracle {
    private final double[] z;
    private final double[] y;
    private final double[] w;

    Oracle(int n, long seed) {
      Random random = new Random(seed);
      z = random.doubles(n, -3, 3).toArray();
      w = random.doubles(n, 0.01, 1).toArray();
      y = new double[n];
      for (int k = 0; k < n; k++) {
        y[k] = 2 + 0.7 * z[k] + 0.3 * random.nextGaussian();
      }
    }

    Moments moments() {
      Moments moments = new Moments();
      for (int k = 0; k < z.length; k++) {
        moments.add(z[k], y[k], w[k]);
      }
      return moments;
    }

    double sum(IntToDoubleFunction term) {
      double sum = 0;
      for (int k = 0; k < z.length; k++) {
        sum += w[k] * term.applyAsDouble(k);
      }
      return sum;
    }

    Regression posterior() {
      double weight = sum(k -> 1);
      double mean = sum(k -> y[k]) / weight;
      double l00 = weight + 0.0025 / 9;
      double l01 = sum(k -> z[k]);
      double l11 = sum(k -> z[k] * z[k]) + 0.0025 / 0.01;
      double r0 = sum(k -> y[k]) + 0.0025 / 9 * mean;
      double r1 = sum(k -> z[k] * y[k]) + 0.0025 / 0.01;
      double determinant = l00 * l11 - l01 * l01;
      double a = (l11 * r0 - l01 * r1) / determinant;
      double b = (l00 * r1 - l01 * r0) / determinant;
      double da = a - mean;
      double db = b - 1;
      double squares =
          2 * 0.0025
              + sum(k -> Math.pow(y[k] - mean - z[k], 2))
              - (da * da * l00 + 2 * da * db * l01 + db * db * l11);
      double evidence =
          Math.log(0.0025 / 9 * 0.25 / determinant) / 2 - (2 + weight) / 2 * Math.log(squares / 2);
      return new Regression(
          a,
          b,
          squares / (2 + weight),
          l11 / determinant,
          -l01 / determinant,
          l00 / determinant,
          evidence);
    }
  }

  @Property(tries = 200)
  void sized_anyData_isNormalInverseGamma(
      @ForAll @IntRange(min = 1, max = 40) int n, @ForAll int seed) {
    Oracle oracle = new Oracle(n, seed);
    assertThat(Regression.sized(oracle.moments()))
        .usingRecursiveComparison()
        .withComparatorForType(RegressionTest::compare, Double.class)
        .isEqualTo(oracle.posterior());
  }

  private static int compare(double one, double other) {
    return Math.abs(one - other) <= 1e-8 * (1 + Math.abs(other)) ? 0 : Double.compare(one, other);
  }

  @Property(tries = 50)
  void constant_anyData_isMeanAndSpread(
      @ForAll @IntRange(min = 1, max = 40) int n, @ForAll int seed) {
    Oracle oracle = new Oracle(n, seed);
    Regression constant = Regression.constant(oracle.moments());
    double weight = oracle.sum(k -> 1);
    double mean = oracle.sum(k -> oracle.y[k]) / weight;
    double squares = oracle.sum(k -> Math.pow(oracle.y[k] - mean, 2));
    assertThat(constant.at(0)).isCloseTo(mean, within(PRECISE));
    assertThat(constant.scale()).isCloseTo((0.005 + squares) / (2 + weight), within(PRECISE));
    assertThat(constant.variance(0))
        .isCloseTo(constant.scale() / (weight + 0.0025 / 9), within(PRECISE));
  }
}
