package io.flowgauge.probabilistic.sampling;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.answer.Answer;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The longest of some independent instances, estimated from samples of a single one. */
public final class SampleAnswer implements Answer {
  /**
   * Factor by which intervals of the standard deviation are wider than Student's, because its
   * estimates are skewed, and low ones come with a low estimate of their error. Measured: without
   * it, 95 % intervals contained the true value in 89 % of 1000 cases, for the longest of 12
   * instances with lognormal times.
   */
  private static final double SKEW = 1.4;

  private final Sampling sampling;
  private final double count;
  private final String method;
  private final double sharedError;
  private final double mean;
  private final double sd;

  /**
   * Creates an answer.
   *
   * @param sampling the samples
   * @param count number of independent instances, of which the longest counts; 1 or more
   * @param method how the samples were drawn, in words
   */
  public SampleAnswer(Sampling sampling, double count, String method) {
    this(sampling, count, method, 0);
  }

  /**
   * Creates an answer from samples that share an error.
   *
   * @param sampling the samples
   * @param count number of independent instances, of which the longest counts; 1 or more
   * @param method how the samples were drawn, in words
   * @param sharedError relative error that all samples have in common, so that their differences do
   *     not show it; 0 or more
   */
  public SampleAnswer(Sampling sampling, double count, String method, double sharedError) {
    this.sampling = sampling;
    this.count = count;
    this.method = method;
    this.sharedError = sharedError;
    mean = sampling.all().mean(count);
    sd = sampling.all().sd(count);
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return sd;
  }

  @Override
  public double quantile(double p) {
    return sampling.all().quantile(count, p);
  }

  @Override
  public double cdf(double t) {
    return sampling.all().cdf(count, t);
  }

  @Override
  public String method() {
    String few = sampling.reaches(count) ? "" : ", too few for so many data segments";
    return method + ", " + sampling.all().size() + " samples" + few;
  }

  @Override
  public ForecastError.Kind kind() {
    return ForecastError.Kind.CONFIDENCE_INTERVAL;
  }

  @Override
  public double relativeError() {
    Range range = meanRange();
    double half = (range.upper() - range.lower()) / 2;
    return half > 0 ? half / Math.abs(mean) : 0;
  }

  @Override
  public OptionalDouble level() {
    return OptionalDouble.of(Sampling.LEVEL);
  }

  /**
   * Returns the confidence interval of the mean; unbounded above if the samples do not reach far
   * enough into the tail.
   */
  @Override
  public Range meanRange() {
    Range range = around(mean, r -> r.mean(count));
    return sampling.reaches(count) ? range : new Range(range.lower(), Double.POSITIVE_INFINITY);
  }

  /** Returns the confidence interval of the standard deviation, computed for its logarithm. */
  @Override
  public Range sdRange() {
    if (!sampling.reaches(count)) {
      return new Range(0, Double.POSITIVE_INFINITY);
    }
    double half = sd > 0 ? SKEW * sampling.halfWidth(r -> Math.log(r.sd(count))) + sharedError : 0;
    return half < Double.POSITIVE_INFINITY
        ? new Range(sd * Math.exp(-half), sd * Math.exp(half))
        : around(sd, r -> r.sd(count));
  }

  @Override
  public Range quantileRange(double p) {
    if (sampling.isInside(count, p)) {
      return around(quantile(p), r -> r.quantile(count, p));
    }
    Range between = sampling.quantileRange(count, p);
    double half = sharedError * Math.abs(quantile(p));
    return new Range(between.lower() - half, between.upper() + half);
  }

  private Range around(double value, ToDoubleFunction<Replicate> statistic) {
    double half = sampling.halfWidth(statistic) + sharedError * Math.abs(value);
    return new Range(value - half, value + half);
  }
}
