package io.flowgauge.prediction;

import java.util.Optional;

/**
 * Table of the makespans of services in a row for every number of data segments, for schedulers
 * that ask often.
 *
 * <pre>{@code
 * var table =
 *     Flowgauge.predict().services(3, Law.lognormal(300, 300)).relativeError(1e-6).table();
 * table.mean(126);
 * table.quantile(1_000_000, 0.95);
 * }</pre>
 *
 * <p>Means, standard deviations and, in {@link Mode#DSP}, quantiles are interpolated;
 * probabilities, and quantiles where the law is not smooth, take a few hundred nanoseconds. In
 * {@link Mode#DP} with more than one service, quantiles and probabilities need a convolution for
 * each new number of data segments, which takes about as long as making the table; the convolution
 * for the last number is kept. Under a {@linkplain ChainPrediction#siteLoad site load} they take a
 * few hundred times as long. Implementations are immutable and thread-safe.
 */
public interface MakespanTable {

  /**
   * The expected makespan.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @return seconds; infinite if jobs may never finish, or a law has no mean
   * @throws IllegalArgumentException if the number is outside its range
   */
  double mean(long dataSegments);

  /**
   * Standard deviation of the makespan.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @return seconds, 0 or more; infinite if the mean or the variance is
   * @throws IllegalArgumentException if the number is outside its range
   */
  double sd(long dataSegments);

  /**
   * The smallest time within which the workflow ends with a given probability.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @param p probability, in (0, 1)
   * @return seconds; infinite if the probability that the workflow ends at all is below p
   * @throws IllegalArgumentException if the number or p is outside its range
   */
  double quantile(long dataSegments, double p);

  /**
   * Probability that the workflow ends by a deadline.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @param deadlineSeconds seconds from the start
   * @return from 0 to 1
   * @throws IllegalArgumentException if the number is outside its range, or the deadline is NaN
   */
  double probabilityWithin(long dataSegments, double deadlineSeconds);

  /**
   * The path with the greatest expected makespan, to which all answers refer.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @return its name, or empty if the only path has no name
   * @throws IllegalArgumentException if the number is outside its range
   */
  Optional<String> criticalPath(long dataSegments);

  /**
   * How the table was computed.
   *
   * @return a phrase
   */
  String method();

  /**
   * How well the error is known.
   *
   * @return the kind
   */
  ForecastError.Kind errorKind();

  /**
   * Error of means, standard deviations and quantiles of probability 0.05 or more, relative to the
   * value itself or to the standard deviation, whichever is larger. Quantiles of probabilities from
   * 0.01 to 0.05 may be off by five times as much.
   *
   * @return a fraction, above 0
   */
  double relativeError();

  /**
   * Additional absolute error, where latencies with single values of positive probability were
   * moved to a lattice.
   *
   * @return seconds, 0 or more
   */
  double absoluteErrorSeconds();
}
