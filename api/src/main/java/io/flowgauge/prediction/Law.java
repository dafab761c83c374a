package io.flowgauge.prediction;

import io.flowgauge.spi.PredictionProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The law of a random time in seconds: a latency or a duration.
 *
 * <pre>{@code
 * var latency = Law.lognormal(300, 300).withOutliers(0.02);
 * latency.quantile(0.95);
 * Law.parse("mixture(weights=[0.8, 0.2], components=[normal(mean=180, sd=60), constant(seconds=780)])");
 * }</pre>
 *
 * <p>Factories throw {@link IllegalArgumentException} that names the law, the parameter and its
 * value, where a parameter is NaN, infinite or out of its range. Two laws are equal if their {@link
 * #text()} is. Laws are immutable and thread-safe. They are made by this interface's factories
 * only.
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
   * @param mean mean of the time itself, not of its logarithm; above 0
   * @param sd standard deviation of the time itself, above 0
   * @return the law
   */
  static Law lognormal(double mean, double sd) {
    return of("lognormal", Map.of("mean", mean, "sd", sd));
  }

  /**
   * The gamma law, of mean {@code shape * scale}.
   *
   * @param shape shape, above 0
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
   * The Pareto law: {@code P(R > t) = (t / scale)^-shape} from {@code scale} on. Its mean is
   * infinite up to shape 1, its standard deviation up to shape 2.
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
   * A time that does not vary.
   *
   * @param seconds the time
   * @return the law
   */
  static Law constant(double seconds) {
    return of("constant", Map.of("seconds", seconds));
  }

  /**
   * A law moved to later times.
   *
   * @param shift seconds added; may be negative
   * @param base the law
   * @return the law of {@code shift + R}
   */
  static Law shifted(double shift, Law base) {
    return of("shifted", Map.of("shift", shift, "base", Objects.requireNonNull(base, "base")));
  }

  /**
   * One of several laws, chosen at random.
   *
   * @param weights probabilities in proportion, each above 0
   * @param laws as many laws
   * @return the law
   * @throws IllegalArgumentException if there is none, or the numbers of weights and laws differ
   */
  static Law mixture(List<Double> weights, List<Law> laws) {
    return of("mixture", Map.of("weights", List.copyOf(weights), "components", List.copyOf(laws)));
  }

  /**
   * The law of a sample: each value with the same probability.
   *
   * @param values one value or more, in any order; equal ones count as often as they appear
   * @return the law
   * @throws IllegalArgumentException if there is none
   */
  static Law empirical(double... values) {
    return of("empirical", Map.of("values", Arrays.stream(values).boxed().toList()));
  }

  /**
   * Fits the laws normal, lognormal, gamma, exponential, Weibull and uniform to a sample by
   * greatest likelihood.
   *
   * @param sample two values or more, not all equal
   * @return the fits that the sample allows, the best by {@link LawFit#aic()} first; laws of times
   *     above 0 are left out where a value is not
   * @throws IllegalArgumentException if there are fewer than two different values, or one is NaN or
   *     infinite
   */
  static List<LawFit> fit(double... sample) {
    return PredictionProvider.installed().fit(sample.clone());
  }

  /**
   * The law of a type with a given mean and standard deviation.
   *
   * @param type normal, lognormal, gamma, weibull or uniform
   * @param mean its mean; above 0 but for normal and uniform
   * @param sd its standard deviation, above 0
   * @return the law
   * @throws IllegalArgumentException if there is no such law
   */
  static Law ofMoments(String type, double mean, double sd) {
    return PredictionProvider.installed()
        .lawOfMoments(Objects.requireNonNull(type, "type"), mean, sd);
  }

  /**
   * The law of a type with two given quantiles.
   *
   * @param type normal, lognormal, weibull or uniform
   * @param lower the smaller one
   * @param upper the larger one
   * @return the law
   * @throws IllegalArgumentException if there is no such law
   */
  static Law ofQuantiles(String type, Quantile lower, Quantile upper) {
    return PredictionProvider.installed()
        .lawOfQuantiles(
            Objects.requireNonNull(type, "type"),
            Objects.requireNonNull(lower, "lower"),
            Objects.requireNonNull(upper, "upper"));
  }

  /**
   * A law by the name of its type and its parameters, as in a JSON document. Types are the names of
   * the factories; a parameter is a number, a list of numbers, a law, a list of laws, or in place
   * of a law a map of its parameters and its {@code type}.
   *
   * @param type name of a type, such as {@code gamma}
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
   * A law from text, such as {@code lognormal(mean=300, sd=300)}: type and parameters as for {@link
   * #of}.
   *
   * @param text what {@link #text()} gives
   * @return the law
   * @throws IllegalArgumentException if the text is not of a law; its message names the place, what
   *     was found and what was expected
   */
  static Law parse(String text) {
    return PredictionProvider.installed().parseLaw(Objects.requireNonNull(text, "text"));
  }

  /**
   * The mean.
   *
   * @return seconds; infinite where a fraction never finishes or the tail is too heavy for a mean
   */
  double mean();

  /**
   * The standard deviation.
   *
   * @return seconds, 0 or more; infinite where the mean is, or the tail is too heavy
   */
  double sd();

  /**
   * {@code P(R <= t)}.
   *
   * @param t seconds
   * @return from 0 to 1
   */
  double cdf(double t);

  /**
   * {@code P(R > t)}, with full relative accuracy where it is small.
   *
   * @param t seconds
   * @return from 0 to 1
   */
  double survival(double t);

  /**
   * {@code ln P(R <= t)}, with full relative accuracy where it is near 0.
   *
   * @param t seconds
   * @return at most 0; minus infinity below the support
   */
  double logCdf(double t);

  /**
   * The smallest t with {@code P(R <= t) >= p}.
   *
   * @param p probability, from 0 to 1; 0 gives the lower and 1 the upper end of the support
   * @return seconds; infinite where no time is long enough
   * @throws IllegalArgumentException if p is outside [0, 1] or NaN
   */
  double quantile(double p);

  /**
   * The smallest t with {@code P(R > t) <= q}: the quantile of {@code 1 - q} without the rounding.
   *
   * @param q probability, from 0 to 1, accurate down to 1e-300
   * @return seconds; infinite where no time is long enough
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
   * Fraction that never finishes.
   *
   * @return from 0 to below 1
   */
  double lostFraction();

  /**
   * Whether single values have a probability of their own, as in a sample or a constant.
   *
   * @return true if the distribution function jumps somewhere
   */
  boolean hasAtoms();

  /**
   * Law of the longest of several independent times of this law, {@code F^count}.
   *
   * @param count how many, 1 or more; need not be whole
   * @return the law
   * @throws IllegalArgumentException if the count is below 1 or not finite
   */
  default Law maximumOf(double count) {
    return of("maximum", Map.of("count", count, "base", this));
  }

  /**
   * The law of times that are a number of times as long.
   *
   * @param factor above 0
   * @return the law of {@code factor * R}
   */
  default Law scaledBy(double factor) {
    return of("scaled", Map.of("factor", factor, "base", this));
  }

  /**
   * The law where a fraction of the jobs is lost: they never finish. Mean and standard deviation
   * become infinite, quantiles stay finite below {@code 1 - rho}.
   *
   * @param rho fraction lost, from 0 to below 1
   * @return the law
   */
  default Law withOutliers(double rho) {
    return of("outliers", Map.of("rho", rho, "base", this));
  }

  /**
   * The law where negative times count as 0.
   *
   * @return the law of {@code max(0, R)}
   */
  default Law clippedAtZero() {
    return of("clipped", Map.of("base", this));
  }

  /**
   * The law as text that {@link #parse} reads; it does not read laws made by a {@link
   * Resubmission}.
   *
   * @return one line, such as {@code gamma(shape=2.0, scale=150.0)}
   */
  String text();

  /**
   * The law as text made to be read: as {@link #text()}, but for lists of more than ten values,
   * which are counted.
   *
   * @return one line
   */
  @Override
  String toString();
}
