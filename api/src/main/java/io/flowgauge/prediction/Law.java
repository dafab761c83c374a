package io.flowgauge.prediction;

import io.flowgauge.internal.NoNulls;
import io.flowgauge.spi.PredictionProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The probability law of a random time in seconds: a latency or a duration.
 *
 * <pre>{@code
 * var latency = Law.lognormal(300, 300).withOutliers(0.02);
 * latency.quantile(0.95);
 * Law.parse("mixture(weights=[0.8, 0.2], components=[normal(mean=180, sd=60), constant(seconds=780)])");
 * }</pre>
 *
 * <p>If a parameter is NaN, infinite or out of range, factories throw an {@link
 * IllegalArgumentException} that names the law, the parameter and its value. Two laws are equal if
 * their {@link #text() texts} are. Immutable and thread-safe.
 *
 * <p>You can pass your own implementation wherever a law is expected, if its distribution function
 * has no jumps and it loses no jobs; otherwise it is refused with an {@link
 * IllegalArgumentException}. To add jumps or lost jobs, use {@link #mixture}, {@link
 * #clippedAtZero()} and {@link #withOutliers}. Only the texts of laws made by the factories of this
 * interface can be parsed.
 */
public interface Law {

  /**
   * The normal law. Its values may be negative; see {@link #clippedAtZero()}.
   *
   * @param mean its mean
   * @param sd its standard deviation, above 0
   * @return the law
   */
  static Law normal(double mean, double sd) {
    return of("normal", Map.of("mean", mean, "sd", sd));
  }

  /**
   * The lognormal law.
   *
   * @param mean mean of the time, not of its logarithm; above 0
   * @param sd standard deviation of the time, not of its logarithm; above 0
   * @return the law
   */
  static Law lognormal(double mean, double sd) {
    return of("lognormal", Map.of("mean", mean, "sd", sd));
  }

  /**
   * The gamma law, with mean {@code shape * scale}.
   *
   * @param shape shape, above 0 and at most 1e10
   * @param scale scale in seconds, above 0
   * @return the law
   */
  static Law gamma(double shape, double scale) {
    return of("gamma", Map.of("shape", shape, "scale", scale));
  }

  /**
   * The exponential law.
   *
   * @param mean its mean, above 0
   * @return the law
   */
  static Law exponential(double mean) {
    return of("exponential", Map.of("mean", mean));
  }

  /**
   * The Weibull law: {@code P(R > t) = exp(-(t / scale)^shape)}.
   *
   * @param shape shape, above 0
   * @param scale scale in seconds, above 0
   * @return the law
   */
  static Law weibull(double shape, double scale) {
    return of("weibull", Map.of("shape", shape, "scale", scale));
  }

  /**
   * The Pareto law: {@code P(R > t) = (t / scale)^-shape} for {@code t} of {@code scale} or more.
   * Its mean is infinite for shapes up to 1, its standard deviation for shapes up to 2.
   *
   * @param shape shape, above 0
   * @param scale the smallest value in seconds, above 0
   * @return the law
   */
  static Law pareto(double shape, double scale) {
    return of("pareto", Map.of("shape", shape, "scale", scale));
  }

  /**
   * The uniform law.
   *
   * @param lo lower end
   * @param hi upper end, above the lower one
   * @return the law
   */
  static Law uniform(double lo, double hi) {
    return of("uniform", Map.of("lo", lo, "hi", hi));
  }

  /**
   * The law of a time that does not vary.
   *
   * @param seconds the time
   * @return the law
   */
  static Law constant(double seconds) {
    return of("constant", Map.of("seconds", seconds));
  }

  /**
   * A law shifted to later times.
   *
   * @param shift seconds to add; may be negative
   * @param base the law
   * @return the law of {@code shift + R}
   */
  static Law shifted(double shift, Law base) {
    return of("shifted", Map.of("shift", shift, "base", Objects.requireNonNull(base, "base")));
  }

  /**
   * A mixture: one of several laws, chosen at random.
   *
   * @param weights relative probabilities of the laws, each above 0
   * @param laws the laws, one for each weight
   * @return the law
   * @throws IllegalArgumentException if there are no laws, or the numbers of weights and laws
   *     differ
   */
  static Law mixture(List<Double> weights, List<Law> laws) {
    List<Double> parts = NoNulls.copy(weights, "weights");
    return of("mixture", Map.of("weights", parts, "components", NoNulls.copy(laws, "laws")));
  }

  /**
   * The empirical law of a sample: each value has the same probability.
   *
   * @param values one or more values, in any order; repeated values count as often as they occur
   * @return the law
   * @throws IllegalArgumentException if there are no values
   */
  static Law empirical(double... values) {
    Objects.requireNonNull(values, "values");
    return of("empirical", Map.of("values", Arrays.stream(values).boxed().toList()));
  }

  /**
   * Fits normal, lognormal, gamma, exponential, Weibull and uniform laws to a sample by maximum
   * likelihood.
   *
   * @param sample two or more values, not all equal
   * @return the fits that the sample allows, the best by {@link LawFit#aic()} first; laws of
   *     positive times are omitted unless all values are above 0
   * @throws IllegalArgumentException if there are fewer than two different values, or a value is
   *     NaN or infinite
   */
  static List<LawFit> fit(double... sample) {
    Objects.requireNonNull(sample, "sample");
    return PredictionProvider.installed().fit(sample.clone());
  }

  /**
   * The law of a given type with a given mean and standard deviation.
   *
   * @param type normal, lognormal, gamma, weibull or uniform
   * @param mean its mean; above 0 except for normal and uniform
   * @param sd its standard deviation, above 0
   * @return the law
   * @throws IllegalArgumentException if no law of the type has them
   */
  static Law ofMoments(String type, double mean, double sd) {
    return PredictionProvider.installed()
        .lawOfMoments(Objects.requireNonNull(type, "type"), mean, sd);
  }

  /**
   * The law of a given type with two given quantiles.
   *
   * @param type normal, lognormal, weibull or uniform
   * @param lower the smaller quantile
   * @param upper the larger quantile
   * @return the law
   * @throws IllegalArgumentException if no law of the type has them
   */
  static Law ofQuantiles(String type, Quantile lower, Quantile upper) {
    return PredictionProvider.installed()
        .lawOfQuantiles(
            Objects.requireNonNull(type, "type"),
            Objects.requireNonNull(lower, "lower"),
            Objects.requireNonNull(upper, "upper"));
  }

  /**
   * A law given by type name and parameters, as in a JSON document. Types are named like the
   * factories. A parameter is a number, a list of numbers, a law or a list of laws; a map of its
   * {@code type} and parameters may stand for a law.
   *
   * @param type name of the type, such as {@code gamma}
   * @param parameters parameters by name
   * @return the law
   * @throws IllegalArgumentException if there is no such type, or a parameter is missing, unknown
   *     or wrong
   */
  static Law of(String type, Map<String, ?> parameters) {
    return PredictionProvider.installed()
        .law(
            Objects.requireNonNull(type, "type"), Objects.requireNonNull(parameters, "parameters"));
  }

  /**
   * Parses a law such as {@code lognormal(mean=300, sd=300)}, with type and parameters as for
   * {@link #of}.
   *
   * @param text text as {@link #text()} returns
   * @return the law
   * @throws IllegalArgumentException if the text does not describe a law; the message names the
   *     place, what was found and what was expected
   */
  static Law parse(String text) {
    return PredictionProvider.installed().parseLaw(Objects.requireNonNull(text, "text"));
  }

  /**
   * The mean.
   *
   * @return seconds; infinite if a fraction of the jobs never finishes or the tail is too heavy
   */
  double mean();

  /**
   * The standard deviation.
   *
   * @return seconds, 0 or more; infinite if the mean is infinite or the tail too heavy
   */
  double sd();

  /**
   * The distribution function {@code P(R <= t)}.
   *
   * @param t seconds
   * @return from 0 to 1
   */
  double cdf(double t);

  /**
   * The survival function {@code P(R > t)}, with full relative accuracy where it is small.
   *
   * @param t seconds
   * @return from 0 to 1
   */
  double survival(double t);

  /**
   * The logarithm {@code ln P(R <= t)}, with full relative accuracy where it is near 0.
   *
   * @param t seconds
   * @return at most 0; minus infinity below the support
   */
  double logCdf(double t);

  /**
   * The smallest t with {@code P(R <= t) >= p}.
   *
   * @param p probability, from 0 to 1; 0 gives the lower and 1 the upper end of the support
   * @return seconds; infinite if no time is long enough
   * @throws IllegalArgumentException if p is outside [0, 1] or NaN
   */
  double quantile(double p);

  /**
   * The smallest t with {@code P(R > t) <= q}: the quantile of {@code 1 - q}, without its rounding
   * error.
   *
   * @param q probability, from 0 to 1, accurate down to 1e-300
   * @return seconds; infinite if no time is long enough
   * @throws IllegalArgumentException if q is outside [0, 1] or NaN
   */
  double upperQuantile(double q);

  /**
   * Lower end of the support.
   *
   * @return seconds, or minus infinity
   */
  double lower();

  /**
   * Upper end of the support.
   *
   * @return seconds, or infinity
   */
  double upper();

  /**
   * Fraction of the jobs that never finishes.
   *
   * @return from 0 to below 1
   */
  double lostFraction();

  /**
   * Whether the law has atoms, single values with positive probability, as a sample or a constant
   * has.
   *
   * @return true if the distribution function jumps somewhere
   */
  boolean hasAtoms();

  /**
   * The law of the longest of several independent times of this law, {@code F^count}.
   *
   * @param count how many, 1 or more; need not be an integer
   * @return the law
   * @throws IllegalArgumentException if the count is below 1 or not finite
   */
  default Law maximumOf(double count) {
    return of("maximum", Map.of("count", count, "base", this));
  }

  /**
   * The law of this time multiplied by a factor.
   *
   * @param factor above 0
   * @return the law of {@code factor * R}
   */
  default Law scaledBy(double factor) {
    return of("scaled", Map.of("factor", factor, "base", this));
  }

  /**
   * This law with a fraction of lost jobs, which never finish. Mean and standard deviation become
   * infinite; quantiles below {@code 1 - rho} stay finite.
   *
   * @param rho fraction lost, from 0 to below 1
   * @return the law
   */
  default Law withOutliers(double rho) {
    return of("outliers", Map.of("rho", rho, "base", this));
  }

  /**
   * This law with negative times counted as 0.
   *
   * @return the law of {@code max(0, R)}
   */
  default Law clippedAtZero() {
    return of("clipped", Map.of("base", this));
  }

  /**
   * The law as text that {@link #parse} reads, except for laws made by a {@link Resubmission}.
   *
   * @return one line, such as {@code gamma(shape=2.0, scale=150.0)}
   */
  String text();

  /**
   * The law as text for people to read: like {@link #text()}, but a list of more than ten values is
   * shortened to their number.
   *
   * @return one line
   */
  @Override
  String toString();
}
