package io.flowgauge.learning.service;

/**
 * What is known of the service time t of an activity, as a law of log(t + 0.01 s). A deviation from
 * the mean is the sum of three: one of the activity alone, Student-distributed with 4 degrees of
 * freedom; one that all activities of the run share; and one that those of its type in the run
 * share. To draw the times of a run, draw one standard normal number for the run and one for each
 * type, and multiply them by the standard deviations in the estimate of each activity. These differ
 * between activities, because what is known of a type in the run determines how much of the run's
 * deviation it still shares. Immutable and thread-safe.
 *
 * @param mean mean of log(t + 0.01 s)
 * @param ownVariance the part of the estimate's variance that concerns the activity alone
 * @param residualVariance variance of the log time around the estimate
 * @param runVariance variance of the deviation that all activities of the run share
 * @param runTypeVariance variance of the deviation that activities of its type in the run share
 */
public record ServiceEstimate(
    double mean,
    double ownVariance,
    double residualVariance,
    double runVariance,
    double runTypeVariance) {

  /**
   * Returns the estimate of a time that is longer by a factor.
   *
   * @param growth logarithm of the factor
   * @param variance variance of that logarithm
   */
  public ServiceEstimate scaled(double growth, double variance) {
    return new ServiceEstimate(
        mean + growth, ownVariance + variance, residualVariance, runVariance, runTypeVariance);
  }
}
