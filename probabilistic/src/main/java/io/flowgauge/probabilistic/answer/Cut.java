package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.Quadrature;
import java.util.stream.DoubleStream;

/**
 * What times longer than a quantile add to the mean and variance of a sum or maximum, at most, if
 * they are taken to be as long as the quantile.
 *
 * @param mean seconds, 0 or more
 * @param variance square seconds, 0 or more
 */
public record Cut(double mean, double variance) {
  /** Nothing. */
  public static final Cut NONE = new Cut(0, 0);

  /** Powers of the probability that is cut off, at which panels end. */
  private static final double[] POWERS = {
    1, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3, 4, 5, 7, 9, 12, 16, 20, 25
  };

  private static final double ACCURACY = 1e-4;

  /**
   * Returns what is cut off from a law.
   *
   * @param law a law of jobs that all finish, with a mean
   * @param tail probability of the times that are cut off, 1e-17 to 1e-12
   */
  public static Cut of(Law law, double tail) {
    double[] edges =
        DoubleStream.of(POWERS)
            .map(power -> law.upperQuantile(Math.max(1e-300, Math.pow(tail, power))))
            .filter(Double::isFinite)
            .sorted()
            .distinct()
            .toArray();
    double own = law.mean();
    double mean = Quadrature.integral(law::survival, edges, ACCURACY);
    double half = Quadrature.integral(t -> (t - own) * law.survival(t), edges, ACCURACY);
    double variance = law.sd() < Double.POSITIVE_INFINITY ? 2 * half : law.sd();
    return new Cut(mean, variance).times(1 + ACCURACY);
  }

  /** Returns what is cut off from several laws together. */
  public Cut plus(Cut other) {
    return new Cut(mean + other.mean, variance + other.variance);
  }

  /** Returns what is cut off if there are a number of such laws. */
  public Cut times(double count) {
    return new Cut(mean * count, variance * count);
  }
}
