package io.flowgauge.probabilistic.law;

import static java.util.Arrays.stream;

import io.flowgauge.prediction.Law;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** One of several laws, chosen at random. */
final class MixtureLaw extends BaseLaw {
  private final List<BaseLaw> laws;
  private final double[] weights;

  /** Jumps, computed when first needed; racing threads compute equal arrays. */
  private volatile double[] steps;

  private volatile JumpLevels cdfs;
  private volatile JumpLevels survivals;

  MixtureLaw(List<Double> weights, List<BaseLaw> laws) {
    super("mixture", Laws.named("weights", weights, "components", laws));
    this.laws = laws;
    double most = weights.stream().mapToDouble(w -> w).max().orElseThrow();
    double sum = weights.stream().mapToDouble(w -> w / most).sum();
    this.weights = weights.stream().mapToDouble(w -> w / most / sum).toArray();
  }

  private double sum(ToDoubleFunction<Law> value) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * value.applyAsDouble(laws.get(k));
    }
    return sum;
  }

  @Override
  public double mean() {
    return sum(Law::mean);
  }

  @Override
  public double sd() {
    double mean = mean();
    if (mean == Double.POSITIVE_INFINITY) {
      return mean;
    }
    return Math.sqrt(sum(law -> square(law.sd()) + square(law.mean() - mean)));
  }

  private static double square(double x) {
    return x * x;
  }

  @Override
  public double cdf(double t) {
    return Math.min(1, sum(law -> law.cdf(t)));
  }

  @Override
  public double survival(double t) {
    return Math.min(1, sum(law -> law.survival(t)));
  }

  /** Searches between the smallest and the greatest quantile of the components. */
  @Override
  double quantileInside(double p) {
    double lo = least(law -> law.quantile(p));
    double hi = greatest(law -> law.quantile(p));
    if (hi == Double.POSITIVE_INFINITY && p > 1 - lostFraction()) {
      return hi;
    }
    if (lo == hi) {
      return lo;
    }
    OptionalDouble jump = isStepwise() ? cdfs().reached(Math.log(p), lo) : OptionalDouble.empty();
    return jump.orElseGet(() -> Crossing.ofRising(this::cdf, p, lo, finite(lo, hi), steps()));
  }

  private JumpLevels cdfs() {
    JumpLevels made = cdfs;
    if (made == null) {
      made = new JumpLevels(steps(), t -> Math.log(cdf(t)));
      cdfs = made;
    }
    return made;
  }

  @Override
  double upperQuantileInside(double q) {
    double lo = least(law -> law.upperQuantile(q));
    double hi = greatest(law -> law.upperQuantile(q));
    if (hi == Double.POSITIVE_INFINITY && q < lostFraction()) {
      return hi;
    }
    if (lo == hi) {
      return lo;
    }
    OptionalDouble jump =
        isStepwise() ? survivals().reached(-Math.log(q), lo) : OptionalDouble.empty();
    return jump.orElseGet(() -> Crossing.ofFalling(this::survival, q, lo, finite(lo, hi), steps()));
  }

  private JumpLevels survivals() {
    JumpLevels made = survivals;
    if (made == null) {
      made = new JumpLevels(steps(), t -> -Math.log(survival(t)));
      survivals = made;
    }
    return made;
  }

  /**
   * Returns a finite upper end for the search; the quantile of a component that never finishes is
   * infinite.
   */
  private static double finite(double lo, double hi) {
    return hi < Double.POSITIVE_INFINITY ? hi : lo + Math.abs(lo) + 1;
  }

  private double least(ToDoubleFunction<Law> value) {
    double least = Double.POSITIVE_INFINITY;
    for (Law law : laws) {
      least = Math.min(least, value.applyAsDouble(law));
    }
    return least;
  }

  private double greatest(ToDoubleFunction<Law> value) {
    double greatest = Double.NEGATIVE_INFINITY;
    for (Law law : laws) {
      greatest = Math.max(greatest, value.applyAsDouble(law));
    }
    return greatest;
  }

  @Override
  public double lower() {
    return least(Law::lower);
  }

  @Override
  public double upper() {
    return greatest(Law::upper);
  }

  @Override
  BaseLaw finishing() {
    if (lostFraction() == 0) {
      return this;
    }
    List<Double> kept = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      kept.add(weights[k] * (1 - laws.get(k).lostFraction()));
    }
    return new MixtureLaw(kept, laws.stream().map(BaseLaw::finishing).toList());
  }

  @Override
  public double lostFraction() {
    return sum(Law::lostFraction);
  }

  @Override
  public boolean hasAtoms() {
    return laws.stream().anyMatch(Law::hasAtoms);
  }

  @Override
  public double[] jumps() {
    return steps().clone();
  }

  private double[] steps() {
    double[] made = steps;
    if (made == null) {
      made = laws.stream().flatMapToDouble(l -> stream(l.jumps())).sorted().distinct().toArray();
      steps = made;
    }
    return made;
  }

  @Override
  public boolean isStepwise() {
    return laws.stream().allMatch(BaseLaw::isStepwise);
  }
}
