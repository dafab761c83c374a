package io.flowgauge.prediction;

import java.util.Optional;

/**
 * Makespans of services in a row for every number of data segments, for schedulers that ask often.
 *
 * <pre>{@code
 * var table =
 *     Flowgauge.predict().services(3, Law.lognormal(300, 300)).relativeError(1e-6).table();
 * table.mean(126);
 * table.quantile(1_000_000, 0.95);
 * }</pre>
 *
 * <p>A mean, a standard deviation or, with {@link Mode#DSP}, a quantile is an interpolation; a
 * quantile where the law is not smooth, and a probability, take some hundred nanoseconds. With
 * {@link Mode#DP} and more than one service, quantiles and probabilities take a convolution, about
 * as long as a table takes to make, for each new number of data segments; that of the last number
 * is kept. Under a {@linkplain ChainPrediction#siteLoad site load} they take some hundred times as
 * long. Implementations are immutable and thread-safe.
 */
public interface MakespanTable {

  /**
   * The expected makespan.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @return seconds; infinite where jobs may be lost for ever, or a law has no mean
   * @throws IllegalArgumentException if the number is outside its range
   */
  double mean(long dataSegments);

  /**
   * Standard deviation of the makespan.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @return seconds, 0 or more; infinite where the mean or the variance is
   * @throws IllegalArgumentException if the number is outside its range
   */
  double sd(long dataSegments);

  /**
   * The smallest time within which all ends with a given probability.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @param p probability, in (0, 1)
   * @return seconds; infinite where all ends with a smaller probability
   * @throws IllegalArgumentException if the number or p is outside its range
   */
  double quantile(long dataSegments, double p);

  /**
   * Probability that all ends in time.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @param deadlineSeconds seconds from the start
   * @return from 0 to 1
   * @throws IllegalArgumentException if the number is outside its range, or the deadline NaN
   */
  double probabilityWithin(long dataSegments, double deadlineSeconds);

  /**
   * The path of the greatest expected makespan, which all answers are of.
   *
   * @param dataSegments number of data segments, from 1 to 1e9
   * @return its name, or empty if there is but one path without a name
   * @throws IllegalArgumentException if the number is outside its range
   */
  Optional<String> criticalPath(long dataSegments);

  /**
   * How the table was made.
   *
   * @return a phrase
   */
  String method();

  /**
   * What is known of the error.
   *
   * @return the kind
   */
  ForecastError.Kind errorKind();

  /**
   * Error of means, standard deviations and quantiles for probabilities from 0.05 on, relative to
   * each, or to the standard deviation where that is larger. Quantiles for probabilities down to
   * 0.01 may be off by five times as much.
   *
   * @return a fraction, above 0
   */
  double relativeError();

  /**
   * What answers may be off besides, where latencies with single values of positive probability
   * were moved to a lattice.
   *
   * @return seconds, 0 or more
   */
  double absoluteErrorSeconds();
}
