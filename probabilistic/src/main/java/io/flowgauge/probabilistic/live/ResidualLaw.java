package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.law.DerivedLaw;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Steps;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The law of {@code R - e} given {@code R > e}: the rest of a time R of which e has passed. */
final class ResidualLaw extends DerivedLaw {
  private static final double HALF = 0.5;

  private final Law base;
  private final double elapsed;
  private final double survivalAtElapsed;

  private ResidualLaw(Law base, double elapsed) {
    super("residual", parameters(base, elapsed));
    this.base = base;
    this.elapsed = elapsed;
    survivalAtElapsed = base.survival(elapsed);
  }

  /**
   * Returns the law of the rest.
   *
   * @param base law of the whole time, which must exceed the elapsed time with positive probability
   * @param elapsed seconds that have passed; negative if the time has yet to start
   */
  static Law of(Law base, double elapsed) {
    // If nothing has passed, a time of zero is still possible.
    boolean isWhole = base.survival(elapsed) == 1 || (elapsed == 0 && base.lower() >= 0);
    return isWhole ? Law.shifted(-elapsed, base) : new ResidualLaw(base, elapsed);
  }

  private static Map<String, Object> parameters(Law base, double elapsed) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("elapsed", elapsed);
    all.put("base", base);
    return all;
  }

  @Override
  public double mean() {
    return base.mean() < Double.POSITIVE_INFINITY ? moments().mean() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double sd() {
    return base.sd() < Double.POSITIVE_INFINITY ? moments().sd() : Double.POSITIVE_INFINITY;
  }

  private LawMoments moments() {
    return LawMoments.of(this);
  }

  @Override
  public double cdf(double t) {
    if (t <= 0) {
      return 0;
    }
    double survival = survival(t);
    return survival > HALF
        ? (base.cdf(elapsed + t) - base.cdf(elapsed)) / survivalAtElapsed
        : 1 - survival;
  }

  @Override
  public double survival(double t) {
    return t <= 0 ? 1 : base.survival(elapsed + t) / survivalAtElapsed;
  }

  @Override
  protected double quantileWithin(double p) {
    double whole =
        survivalAtElapsed * (1 - p) < HALF
            ? base.upperQuantile(survivalAtElapsed * (1 - p))
            : base.quantile(base.cdf(elapsed) + survivalAtElapsed * p);
    return Math.max(0, whole - elapsed);
  }

  @Override
  protected double upperQuantileWithin(double q) {
    return Math.max(0, base.upperQuantile(q * survivalAtElapsed) - elapsed);
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return base.upper() - elapsed;
  }

  @Override
  public double lostFraction() {
    return base.lostFraction() / survivalAtElapsed;
  }

  @Override
  public double cornerPeriod() {
    return base instanceof Corners corners ? corners.cornerPeriod() : 0;
  }

  @Override
  public double cornerOffset() {
    return base instanceof Corners corners ? corners.cornerOffset() : 0;
  }

  /** Returns the phases of corners, because the residual law begins in the middle of a period. */
  @Override
  public double[] cornerPhases() {
    double period = cornerPeriod();
    double within = period == 0 ? 0 : (base.lower() - elapsed) % period;
    return new double[] {0, within < 0 ? within + period : within};
  }

  @Override
  public double[] jumps() {
    return base instanceof Steps steps
        ? Arrays.stream(steps.jumps()).map(t -> t - elapsed).filter(t -> t > 0).toArray()
        : super.jumps();
  }

  @Override
  public boolean isStepwise() {
    return base instanceof Steps steps && steps.isStepwise();
  }
}
