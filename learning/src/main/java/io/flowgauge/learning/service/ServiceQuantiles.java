package io.flowgauge.learning.service;

/**
 * Quantiles of service times, from estimates of their logarithms. The law is Student's with 4
 * degrees of freedom in log(t + 0.01 s); it ends at three times its scale, or earlier if it is very
 * wide, because a tail that no data show would otherwise determine the mean. Immutable and
 * thread-safe.
 */
public final class ServiceQuantiles {
  private final Calibration calibration;

  private ServiceQuantiles(Calibration calibration) {
    this.calibration = calibration;
  }

  /**
   * Returns the quantiles of the model.
   *
   * @return quantiles without calibration
   */
  public static ServiceQuantiles plain() {
    return calibrated(Calibration.NONE);
  }

  /**
   * Returns quantiles stretched about the median by the factors that earlier predictions would have
   * needed.
   *
   * @param calibration these factors
   * @return calibrated quantiles
   */
  public static ServiceQuantiles calibrated(Calibration calibration) {
    return new ServiceQuantiles(calibration);
  }

  /**
   * Returns a quantile of the time of an activity.
   *
   * @param estimate its law
   * @param probability probability that the time is not longer, from 0 to 1
   * @return seconds, 0 or more
   * @throws IllegalArgumentException if the probability is not from 0 to 1
   */
  public double seconds(ServiceEstimate estimate, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be from 0 to 1, but is " + probability);
    }
    double scale =
        Math.sqrt(
            estimate.ownVariance()
                + estimate.residualVariance()
                + estimate.runVariance()
                + estimate.runTypeVariance());
    double stretched = scale * calibration.stretch(probability);
    return LogTime.seconds(estimate.mean() + Student.deviation(stretched, probability));
  }
}
