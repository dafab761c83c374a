package io.flowgauge.learning.service;

/**
 * What is known of the service time t of an activity, as a law of log(t + 0.01 s). A deviation from
 * the mean is the sum of three: one of the activity alone, Student-distributed with 4 degrees of
 * freedom; one that all activities of the run have in common; one that those of its type in the run
 * have in common. To draw the times of a run, draw one standard normal number for the run and one
 * for each type, and multiply them by the standard deviations of each activity's own estimate: what
 * is known of a type in the run says how much of the run's deviation it still shares. Immutable and
 * thread-safe.
 *
 * @param mean of log(t + 0.01 s)
 * @param ownVariance the part of the estimate's variance that concerns the activity alone
 * @param residualVariance of the time around the estimate
 * @param runVariance of what all activities of the run have in common
 * @param runTypeVariance of what activities of its type in the run have in common
 */
public record ServiceEstimate(
    double mean,
    double ownVariance,
    double residualVariance,
    double runVariance,
    double runTypeVariance) {

  /**
   * The estimate of a time that is longer by a factor.
   *
   * @param growth logarithm of the factor
   * @param variance of that logarithm
   */
  public ServiceEstimate scaled(double growth, double variance) {
    return new ServiceEstimate(
        mean + growth, ownVariance + variance, residualVariance, runVariance, runTypeVariance);
  }
}
