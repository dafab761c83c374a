package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.integral.Quadrature;
import java.util.stream.DoubleStream;

/**
 * Mean and standard deviation of the longest of n by integration over time, {@code E = a + ∫ 1 -
 * F^n}. The range is cut at quantiles of the longest so that nothing narrow is missed. Slow, but
 * works for any law. Stateless and thread-safe.
 */
final class SurvivalIntegral {
  /** Score of a single time that is exceeded with a probability of 1e-300. */
  private static final double TO = 690;

  private SurvivalIntegral() {}

  static Moments moments(Law law, double count) {
    DoubleStream scores =
        DoubleStream.iterate(-3.7, z -> z < TO - Math.log(count), z -> z < 75 ? z + 0.25 : z + 5);
    double[] edges =
        DoubleStream.concat(
                scores.map(z -> atScore(law, count, z)), DoubleStream.of(law.quantile(1e-18)))
            .filter(Double::isFinite)
            .sorted()
            .distinct()
            .toArray();
    LawMoments found =
        LawMoments.of(
            t -> -Math.expm1(count * law.logCdf(t)),
            t -> Math.exp(count * law.logCdf(t)),
            edges,
            Quadrature.FINEST);
    return new Moments(found.mean(), found.sd(), 0);
  }

  private static double atScore(Law law, double count, double z) {
    double log = -Math.exp(-z) / count;
    return -Math.expm1(log) < 0.5
        ? law.upperQuantile(-Math.expm1(log))
        : law.quantile(Math.exp(log));
  }
}
