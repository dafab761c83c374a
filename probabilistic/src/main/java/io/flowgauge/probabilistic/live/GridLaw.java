package io.flowgauge.probabilistic.live;

import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.law.DerivedLaw;
import java.util.Map;

/**
 * The law of a remaining time at a moment between two others, interpolated from the logarithms of
 * the distribution functions at these two on a grid.
 */
final class GridLaw extends DerivedLaw {
  static final double TOLERANCE = 1e-8;

  /** Logarithm of {@code -ln F} used where F is 1. */
  private static final double CERTAIN = Math.log(Double.MIN_NORMAL);

  private final TimeGrid grid;
  private final double[] earlier;
  private final double[] later;
  private final double share;
  private final double step;

  /**
   * Creates a law, which is valid while the arrays do not change.
   *
   * @param earlier {@code ln F} at the earlier moment
   * @param later {@code ln F} at the later moment
   * @param share fraction of the step from the earlier to the later moment that has passed
   * @param step length of the step in seconds
   */
  GridLaw(TimeGrid grid, double[] earlier, double[] later, double share, double step) {
    super("grid", Map.of("share", share));
    this.grid = grid;
    this.earlier = earlier;
    this.later = later;
    this.share = share;
    this.step = step;
  }

  @Override
  public double mean() {
    return LawMoments.of(this, TOLERANCE).mean();
  }

  @Override
  public double sd() {
    return LawMoments.of(this, TOLERANCE).sd();
  }

  @Override
  public double cdf(double t) {
    return t < 0 ? 0 : Math.exp(logCdf(t));
  }

  @Override
  public double survival(double t) {
    return t < 0 ? 1 : -Math.expm1(logCdf(t));
  }

  @Override
  public double logCdf(double t) {
    double before = score(earlier, t + share * step);
    double after = score(later, t - (1 - share) * step);
    return -Math.exp(before + share * (after - before));
  }

  private double score(double[] logs, double t) {
    return t >= grid.end() ? CERTAIN : grid.score(logs, Math.max(0, t));
  }

  @Override
  protected double quantileWithin(double p) {
    return Crossing.ofRising(this::cdf, p, 0, grid.middle());
  }

  @Override
  protected double upperQuantileWithin(double q) {
    return Crossing.ofFalling(this::survival, q, 0, grid.middle());
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return grid.end() + step;
  }
}
