package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Quantile;
import org.apache.commons.numbers.gamma.LogGamma;

/** Laws from given moments or quantiles. Stateless and thread-safe. */
public final class GivenLaws {
  private static final double LEAST_SHAPE = 0.02;
  private static final double GREATEST_SHAPE = 1e6;

  private GivenLaws() {}

  /**
   * The law of a type with a given mean and standard deviation.
   *
   * @throws IllegalArgumentException if there is no such law
   */
  public static Law ofMoments(String type, double mean, double sd) {
    check(type, "mean", "finite", mean, Double.isFinite(mean));
    check(type, "sd", "above 0 and finite", sd, sd > 0 && sd < Double.POSITIVE_INFINITY);
    return switch (type) {
      case "normal" -> Law.normal(mean, sd);
      case "uniform" -> Law.uniform(mean - sd * Math.sqrt(3), mean + sd * Math.sqrt(3));
      case "lognormal" -> Law.lognormal(mean, sd);
      case "gamma" -> gamma(mean, sd);
      case "weibull" -> weibull(mean, sd);
      default ->
          throw new IllegalArgumentException(
              "law of moments: type must be normal, lognormal, gamma, weibull or uniform, but is "
                  + type);
    };
  }

  private static Law gamma(double mean, double sd) {
    check("gamma", "mean", "above 0", mean, mean > 0);
    return Law.gamma((mean / sd) * (mean / sd), sd * (sd / mean));
  }

  /** The coefficient of variation falls as the shape grows. */
  private static Law weibull(double mean, double sd) {
    check("weibull", "mean", "above 0", mean, mean > 0);
    double target = (sd / mean) * (sd / mean);
    double shape =
        Crossing.ofFalling(GivenLaws::weibullVariation, target, LEAST_SHAPE, 1 + mean / sd);
    check(
        "weibull",
        "sd / mean",
        "attainable with a shape from " + LEAST_SHAPE + " to " + GREATEST_SHAPE,
        sd / mean,
        shape > LEAST_SHAPE && shape < GREATEST_SHAPE);
    return Law.weibull(shape, mean / Math.exp(LogGamma.value(1 + 1 / shape)));
  }

  private static double weibullVariation(double shape) {
    return Math.expm1(LogGamma.value(1 + 2 / shape) - 2 * LogGamma.value(1 + 1 / shape));
  }

  /**
   * The law of a type with two given quantiles.
   *
   * @throws IllegalArgumentException if there is no such law
   */
  public static Law ofQuantiles(String type, Quantile lower, Quantile upper) {
    if (!(lower.probability() < upper.probability() && lower.seconds() < upper.seconds())) {
      throw new IllegalArgumentException(
          type + ": quantiles must grow in probability and time, but are " + lower + ", " + upper);
    }
    return switch (type) {
      case "normal" ->
          normal(Line.through(score(lower), lower.seconds(), score(upper), upper.seconds()));
      case "uniform" ->
          uniform(
              Line.through(
                  lower.probability(), lower.seconds(), upper.probability(), upper.seconds()));
      case "lognormal" ->
          lognormal(Line.through(score(lower), log(type, lower), score(upper), log(type, upper)));
      case "weibull" ->
          weibull(Line.through(hazard(lower), log(type, lower), hazard(upper), log(type, upper)));
      default ->
          throw new IllegalArgumentException(
              "law of quantiles: type must be normal, lognormal, weibull or uniform, but is "
                  + type);
    };
  }

  private static Law normal(Line line) {
    return Law.normal(line.start(), line.slope());
  }

  private static Law uniform(Line line) {
    return Law.uniform(line.start(), line.start() + line.slope());
  }

  private static Law lognormal(Line logs) {
    double variance = logs.slope() * logs.slope();
    double mean = Math.exp(logs.start() + variance / 2);
    return Law.lognormal(mean, mean * Math.sqrt(Math.expm1(variance)));
  }

  private static Law weibull(Line logs) {
    return Law.weibull(1 / logs.slope(), Math.exp(logs.start()));
  }

  private static double score(Quantile quantile) {
    return NormalLaw.standardQuantile(quantile.probability());
  }

  private static double hazard(Quantile quantile) {
    return Math.log(-Math.log1p(-quantile.probability()));
  }

  private static double log(String type, Quantile quantile) {
    check(type, "quantile", "above 0", quantile.seconds(), quantile.seconds() > 0);
    return Math.log(quantile.seconds());
  }

  private static void check(String type, String name, String rule, double value, boolean good) {
    if (!good) {
      throw new IllegalArgumentException(
          type + ": " + name + " must be " + rule + ", but is " + value);
    }
  }

  /** {@code y = start + slope x}. */
  private record Line(double start, double slope) {
    static Line through(double x1, double y1, double x2, double y2) {
      double slope = (y2 - y1) / (x2 - x1);
      return new Line(y1 - slope * x1, slope);
    }
  }
}
