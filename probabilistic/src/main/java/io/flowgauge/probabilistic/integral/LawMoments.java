package io.flowgauge.probabilistic.integral;

import io.flowgauge.prediction.Law;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * Mean and standard deviation, computed from the survival function and quantiles alone: {@code E =
 * a + ∫_a S} and {@code σ² = 2 ∫ (t-m)⁺ S + 2 ∫ (m-t)⁺ F}, which avoids cancellation.
 *
 * @param mean seconds
 * @param sd seconds
 */
public record LawMoments(double mean, double sd) {
  /**
   * Upper quantiles at which panels end. Most of the variance of a lognormal law can lie beyond the
   * quantile of 1e-24.
   */
  private static final double[] UPPER = {
    0.9, 0.7, 0.5, 0.3, 0.15, 0.05, 0.01, 1e-3, 1e-5, 1e-8, 1e-12, 1e-17, 1e-24, 1e-35, 1e-50,
    1e-70, 1e-95, 1e-130, 1e-170, 1e-230, 1e-300
  };

  private static final double LEAST = 1e-18;

  /**
   * The moments of a law without lost jobs whose moments are finite.
   *
   * @param law the law; its moments are not called
   */
  public static LawMoments of(Law law) {
    return of(law, Quadrature.FINEST);
  }

  /**
   * Computes the moments of a law that is itself inexact.
   *
   * @param law the law; its moments are not called
   * @param tolerance accepted error of a panel, relative to the whole
   */
  public static LawMoments of(Law law, double tolerance) {
    double lower = law.lower();
    double from = lower > Double.NEGATIVE_INFINITY ? lower : law.quantile(LEAST);
    double[] edges =
        DoubleStream.concat(DoubleStream.of(from), Arrays.stream(UPPER).map(law::upperQuantile))
            .filter(Double::isFinite)
            .sorted()
            .distinct()
            .toArray();
    return of(law::survival, law::cdf, edges, tolerance);
  }

  /**
   * Computes the moments of a distribution.
   *
   * @param edges ends of the first panels, in ascending order; what lies outside must be negligible
   * @param tolerance accepted error of a panel, relative to the whole
   */
  public static LawMoments of(
      DoubleUnaryOperator survival, DoubleUnaryOperator cdf, double[] edges, double tolerance) {
    double from = edges[0];
    double mean = from + Quadrature.integral(survival, edges, tolerance);
    double[] withMean =
        DoubleStream.concat(Arrays.stream(edges), DoubleStream.of(mean))
            .sorted()
            .distinct()
            .toArray();
    // A power of two, so that dividing rounds nothing; squares of seconds could over- or underflow.
    double unit = Math.scalb(1.0, Math.getExponent(edges[edges.length - 1] - from));
    double variance =
        Quadrature.integral(
            t ->
                2
                    * (t > mean
                        ? (t - mean) / unit * survival.applyAsDouble(t)
                        : (mean - t) / unit * cdf.applyAsDouble(t)),
            withMean,
            tolerance);
    return new LawMoments(mean, unit * Math.sqrt(variance / unit));
  }
}
