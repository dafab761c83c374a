package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * Mean and standard deviation of the longest of n by Simpson's rule over time, {@code E = a + ∫ 1 -
 * F^n}. The range is cut at quantiles of the longest so that nothing narrow is missed, and panels
 * are halved until the result no longer changes. Slow, but works for any law. Immutable and
 * thread-safe.
 */
final class SurvivalIntegral {
  private static final int MAX_DEPTH = 40;
  private static final double SHARE = 1e-13;

  private final Law law;
  private final double count;
  private final double[] edges;
  private final double scale;

  SurvivalIntegral(Law law, double count) {
    this.law = law;
    this.count = count;
    edges =
        DoubleStream.concat(
                DoubleStream.iterate(-3.7, z -> z < 75, z -> z + 0.25).map(this::atScore),
                DoubleStream.of(law.quantile(1e-18)))
            .sorted()
            .distinct()
            .toArray();
    scale = atScore(2) - atScore(-1);
  }

  private double atScore(double z) {
    double log = -Math.exp(-z) / count;
    return -Math.expm1(log) < 0.5
        ? law.upperQuantile(-Math.expm1(log))
        : law.quantile(Math.exp(log));
  }

  double mean() {
    return edges[0] + integral(t -> -Math.expm1(count * law.logCdf(t)), edges, SHARE * scale);
  }

  double sd() {
    return moments().sd();
  }

  Moments moments() {
    double mean = mean();
    double[] withMean =
        DoubleStream.concat(DoubleStream.of(edges), DoubleStream.of(mean)).sorted().toArray();
    double variance =
        integral(
            t -> {
              double log = count * law.logCdf(t);
              return 2 * (t > mean ? (mean - t) * Math.expm1(log) : (mean - t) * Math.exp(log));
            },
            withMean,
            SHARE * scale * scale);
    return new Moments(mean, Math.sqrt(variance), 0);
  }

  static double integral(DoubleUnaryOperator f, double[] edges, double tolerance) {
    double sum = 0;
    for (int k = 1; k < edges.length; k++) {
      double a = edges[k - 1];
      double b = edges[k];
      double m = a + (b - a) / 2;
      double[] y = {f.applyAsDouble(a), f.applyAsDouble(m), f.applyAsDouble(b)};
      sum += simpson(f, a, b, y, tolerance, 0);
    }
    return sum;
  }

  private static double simpson(
      DoubleUnaryOperator f, double a, double b, double[] y, double tolerance, int depth) {
    double m = a + (b - a) / 2;
    double left = f.applyAsDouble(a + (m - a) / 2);
    double right = f.applyAsDouble(m + (b - m) / 2);
    double whole = (b - a) / 6 * (y[0] + 4 * y[1] + y[2]);
    double halves = (b - a) / 12 * (y[0] + 4 * left + 2 * y[1] + 4 * right + y[2]);
    double off = Math.abs(halves - whole);
    if (depth >= MAX_DEPTH || off < tolerance || off < 1e-13 * Math.abs(halves) || m <= a) {
      return halves + (halves - whole) / 15;
    }
    return simpson(f, a, m, new double[] {y[0], left, y[1]}, tolerance, depth + 1)
        + simpson(f, m, b, new double[] {y[1], right, y[2]}, tolerance, depth + 1);
  }
}
