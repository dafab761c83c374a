package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.law.Crossing;

/** {@code Z Σ}: a makespan under a load that multiplies it. */
public final class LoadedMakespan implements Makespan {
  private static final double EDGE = 1e-12;

  private final Makespan base;
  private final SiteLoad load;

  /**
   * A makespan under a load.
   *
   * @param base the makespan without it
   * @param load law of the factor, of values above 0
   */
  public LoadedMakespan(Makespan base, Law load) {
    this(base, new SiteLoad(load));
  }

  LoadedMakespan(Makespan base, SiteLoad load) {
    this.base = base;
    this.load = load;
  }

  @Override
  public double mean() {
    return load.law().mean() * base.mean();
  }

  /** {@code E[Z²] σ² + Var(Z) E²}. */
  @Override
  public double sd() {
    double mean = load.law().mean();
    double sd = load.law().sd();
    return Math.hypot(Math.hypot(mean, sd) * base.sd(), sd * base.mean());
  }

  @Override
  public double quantile(double p) {
    double lo = base.quantile(p * EDGE) * Math.min(1, load.law().quantile(EDGE));
    double hi = base.quantile(p) * load.law().quantile(p);
    if (!(hi < Double.POSITIVE_INFINITY)) {
      return hi;
    }
    return Crossing.ofRising(this::probabilityWithin, p, Math.min(lo, hi), Math.max(lo, hi));
  }

  @Override
  public double probabilityWithin(double t) {
    return load.average(factor -> base.probabilityWithin(t / factor));
  }

  @Override
  public String method() {
    return base.method() + "; site load by quadrature";
  }

  @Override
  public ForecastError.Kind errorKind() {
    return base.errorKind();
  }

  @Override
  public double relativeError() {
    return base.relativeError();
  }

  @Override
  public double absoluteError() {
    return base.absoluteError() * load.law().mean();
  }
}
