package io.flowgauge.probabilistic.law;

import java.util.Optional;

/** The lognormal law, parameterized by the mean and standard deviation of the time itself. */
final class LognormalLaw extends BaseLaw {
  /** The law whose logarithm is standard normal. */
  private static final BaseLaw STANDARD =
      new LognormalLaw(Math.exp(0.5), Math.exp(0.5) * Math.sqrt(Math.expm1(1)));

  /** A coefficient of variation of which 1 is lost to rounding when it is added to the square. */
  private static final double LARGE = 1e9;

  private final double mean;
  private final double sd;
  private final double logMean;
  private final double logSd;

  LognormalLaw(double mean, double sd) {
    super("lognormal", Laws.named("mean", mean, "sd", sd));
    this.mean = mean;
    this.sd = sd;
    double variation = sd / mean;
    double logVariance =
        variation < LARGE ? Math.log1p(variation * variation) : 2 * (Math.log(sd) - Math.log(mean));
    logSd = Math.max(Math.sqrt(logVariance), Double.MIN_VALUE);
    logMean = Math.log(mean) - logVariance / 2;
  }

  double logMean() {
    return logMean;
  }

  double logSd() {
    return logSd;
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
  public double cdf(double t) {
    return t <= 0 ? 0 : NormalLaw.standardCdf(score(t));
  }

  @Override
  public double survival(double t) {
    return t <= 0 ? 1 : NormalLaw.standardCdf(-score(t));
  }

  private double score(double t) {
    return (Math.log(t) - logMean) / logSd;
  }

  @Override
  double quantileInside(double p) {
    return Math.exp(logMean + logSd * NormalLaw.standardQuantile(p));
  }

  @Override
  double upperQuantileInside(double q) {
    return Math.exp(logMean - logSd * NormalLaw.standardQuantile(q));
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  Optional<Power> power() {
    return Optional.of(new Power(STANDARD, logSd));
  }
}
