package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.probabilistic.law.Crossing;
import java.util.OptionalDouble;

/**
 * {@code Z Σ}: a makespan {@code Σ} multiplied by an independent random factor {@code Z}, the site
 * load.
 */
public class LoadedAnswer implements Answer {
  private static final double EDGE = 1e-12;

  private final Answer base;
  private final SiteLoad load;

  /**
   * Applies a site load to a makespan.
   *
   * @param base the makespan without load
   */
  public LoadedAnswer(Answer base, SiteLoad load) {
    this.base = base;
    this.load = load;
  }

  @Override
  public final double mean() {
    return load.law().mean() * base.mean();
  }

  @Override
  public final double sd() {
    return sd(base.mean(), base.sd());
  }

  /**
   * Returns the standard deviation under load, the root of {@code E[Z²] σ² + Var(Z) E²}.
   *
   * @param mean the mean without load
   * @param sd the standard deviation without load
   */
  protected final double sd(double mean, double sd) {
    double loadMean = load.law().mean();
    double loadSd = load.law().sd();
    return Math.hypot(Math.hypot(loadMean, loadSd) * sd, loadSd * mean);
  }

  @Override
  public final double quantile(double p) {
    double lo = base.quantile(p * EDGE) * Math.min(1, load.law().quantile(EDGE));
    double hi = base.quantile(p) * load.law().quantile(p);
    if (!(hi < Double.POSITIVE_INFINITY)) {
      return hi;
    }
    return Crossing.ofRising(this::cdf, p, Math.min(lo, hi), Math.max(lo, hi));
  }

  @Override
  public final double cdf(double t) {
    return load.average(factor -> base.cdf(t / factor));
  }

  @Override
  public final String method() {
    return base.method() + "; site load by quadrature";
  }

  @Override
  public final ForecastError.Kind kind() {
    return base.kind();
  }

  @Override
  public final double relativeError() {
    return base.relativeError();
  }

  @Override
  public final double absoluteError() {
    return base.absoluteError() * load.law().mean();
  }

  @Override
  public final OptionalDouble level() {
    return base.level();
  }
}
