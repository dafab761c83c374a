package io.flowgauge.prediction;

/**
 * The distribution of a makespan, with the method behind it and its error. Implementations are
 * immutable and thread-safe.
 *
 * <pre>{@code
 * var forecast =
 *     Flowgauge.predict().services(3, Law.lognormal(300, 300)).dataSegments(126).forecast();
 * forecast.quantile(0.95);
 * forecast.probabilityWithin(3600);
 * }</pre>
 */
public interface Forecast {

  /**
   * The expected makespan.
   *
   * @return seconds; infinite if jobs may never finish, or a law has no mean
   */
  double mean();

  /**
   * Standard deviation of the makespan.
   *
   * @return seconds, 0 or more; infinite if the mean or the variance is
   */
  double sd();

  /**
   * The smallest time within which the workflow ends with a given probability.
   *
   * @param p probability, in (0, 1)
   * @return seconds; infinite if the probability that the workflow ends at all is below p
   * @throws IllegalArgumentException if p is outside (0, 1) or NaN
   */
  double quantile(double p);

  /**
   * Probability that the workflow ends by a deadline.
   *
   * @param deadlineSeconds seconds from the start
   * @return from 0 to 1
   * @throws IllegalArgumentException if the deadline is NaN
   */
  double probabilityWithin(double deadlineSeconds);

  /**
   * How the answer was found.
   *
   * @return a phrase, such as {@code Gumbel quadrature}
   */
  String method();

  /**
   * How far the answer may be off.
   *
   * @return the error of mean, standard deviation and quantiles
   */
  ForecastError error();
}
