package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;

/** Wraps a law implemented by a caller. */
final class OwnLaw extends BaseLaw {
  private final Law law;

  /**
   * Wraps a law.
   *
   * @throws IllegalArgumentException if it has atoms or loses jobs: its interface does not say
   *     where the atoms are, nor how the jobs that finish are distributed
   */
  OwnLaw(Law law) {
    super("own", Laws.named("law", law));
    if (law.hasAtoms() || law.lostFraction() != 0) {
      throw new IllegalArgumentException(
          "a law of your own must be smooth and lose no jobs, but has atoms or a lost fraction: "
              + law
              + "; add them with Law.mixture, clippedAtZero() and withOutliers(rho)");
    }
    this.law = law;
  }

  @Override
  public double mean() {
    return law.mean();
  }

  @Override
  public double sd() {
    return law.sd();
  }

  @Override
  public double cdf(double t) {
    return law.cdf(t);
  }

  @Override
  public double survival(double t) {
    return law.survival(t);
  }

  @Override
  public double logCdf(double t) {
    return law.logCdf(t);
  }

  @Override
  double quantileInside(double p) {
    return law.quantile(p);
  }

  @Override
  double upperQuantileInside(double q) {
    return law.upperQuantile(q);
  }

  @Override
  public double lower() {
    return law.lower();
  }

  @Override
  public double upper() {
    return law.upper();
  }

  @Override
  public String text() {
    return law.text();
  }

  @Override
  public String toString() {
    return law.toString();
  }
}
