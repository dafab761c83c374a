package io.flowgauge.probabilistic.law;

import io.flowgauge.probabilistic.order.MovedJumps;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The law of {@code shift + factor * R}, where R has the base law. */
final class AffineLaw extends BaseLaw {
  private final BaseLaw base;
  private final double shift;
  private final double factor;

  /** Computed when first needed; racing threads compute equal values. */
  private volatile MovedJumps moved;

  private AffineLaw(
      String type, Map<String, Object> parameters, BaseLaw base, double shift, double factor) {
    super(type, parameters);
    this.base = base;
    this.shift = shift;
    this.factor = factor;
  }

  static BaseLaw shifted(double shift, BaseLaw base) {
    return new AffineLaw("shifted", Laws.named("shift", shift, "base", base), base, shift, 1);
  }

  static BaseLaw scaled(double factor, BaseLaw base) {
    return new AffineLaw("scaled", Laws.named("factor", factor, "base", base), base, 0, factor);
  }

  private double toBase(double t) {
    return moved().corrected(t, (t - shift) / factor);
  }

  private MovedJumps moved() {
    MovedJumps made = moved;
    if (made == null) {
      made = new MovedJumps(base.jumps(), this::fromBase);
      moved = made;
    }
    return made;
  }

  private double fromBase(double t) {
    return shift + factor * t;
  }

  @Override
  public double mean() {
    return fromBase(base.mean());
  }

  @Override
  public double sd() {
    return factor * base.sd();
  }

  @Override
  public double cdf(double t) {
    return base.cdf(toBase(t));
  }

  @Override
  public double survival(double t) {
    return base.survival(toBase(t));
  }

  @Override
  public double logCdf(double t) {
    return base.logCdf(toBase(t));
  }

  @Override
  double quantileInside(double p) {
    return fromBase(base.quantile(p));
  }

  @Override
  double upperQuantileInside(double q) {
    return fromBase(base.upperQuantile(q));
  }

  @Override
  public double lower() {
    return fromBase(base.lower());
  }

  @Override
  public double upper() {
    return fromBase(base.upper());
  }

  @Override
  BaseLaw finishing() {
    if (lostFraction() == 0) {
      return this;
    }
    return shift == 0 ? scaled(factor, base.finishing()) : shifted(shift, base.finishing());
  }

  @Override
  double shift() {
    return shift + factor * base.shift();
  }

  @Override
  BaseLaw unshifted() {
    return factor == 1 ? base.unshifted() : scaled(factor, base.unshifted());
  }

  @Override
  BaseLaw unclipped() {
    BaseLaw free = base.unclipped();
    if (free.equals(base)) {
      return this;
    }
    return factor == 1 ? shifted(shift, free) : scaled(factor, free);
  }

  @Override
  public double lostFraction() {
    return base.lostFraction();
  }

  @Override
  public boolean hasAtoms() {
    return base.hasAtoms();
  }

  @Override
  public double[] jumps() {
    return moved().times();
  }

  @Override
  public double cornerPeriod() {
    return factor * base.cornerPeriod();
  }

  @Override
  public double cornerOffset() {
    return factor * base.cornerOffset();
  }

  @Override
  public double[] cornerPhases() {
    return Arrays.stream(base.cornerPhases()).map(phase -> factor * phase).toArray();
  }

  @Override
  public boolean isStepwise() {
    return base.isStepwise();
  }

  @Override
  public double[] stageMeans() {
    return shift == 0
        ? Arrays.stream(base.stageMeans()).map(mean -> factor * mean).toArray()
        : new double[0];
  }

  @Override
  OptionalDouble gammaShape() {
    return shift == 0 ? base.gammaShape() : OptionalDouble.empty();
  }

  @Override
  Optional<Power> power() {
    return shift == 0 ? base.power() : Optional.empty();
  }
}
