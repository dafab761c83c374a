package io.flowgauge.probabilistic.live;

import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.law.DerivedLaw;
import java.util.Map;

/**
 * Law of a remaining time from logarithms of distribution functions on a grid, as of two times, and
 * as of one in between.
 */
final class GridLaw extends DerivedLaw {
  static final double TOLERANCE = 1e-8;

  /** Logarithm of {@code -ln F} where F is 1. */
  private static final double CERTAIN = Math.log(Double.MIN_NORMAL);

  private final TimeGrid grid;
  private final double[] earlier;
  private final double[] later;
  private final double share;
  private final double step;

  /**
   * A law, valid while the arrays do not change.
   *
   * @param earlier {@code ln F} as of the earlier time
   * @param later {@code ln F} as of the later one
   * @param share share of the step from the earlier to the later time that has passed
   * @param step seconds of the step
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
