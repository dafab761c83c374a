package io.flowgauge.probabilistic.irregular;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.law.Crossing;
import java.util.Arrays;

/**
 * A distribution as weighted points for integration: its atoms, and quantiles at equal steps of
 * {@code z = ln(p / (1 - p))} with weights {@code p (1 - p)}. This is the trapezoidal rule, whose
 * error falls faster than any power of the step for a smooth integrand, because the integrand and
 * its derivatives vanish on both sides. Immutable and thread-safe.
 */
final class QuadraturePoints {
  /**
   * Probability on the left that may be cut off, because times that short never affect a maximum.
   */
  private static final double LEFT = 1e-10;

  /** Probability below which the continuous part is neglected. */
  private static final double NEGLIGIBLE = 1e-13;

  final double[] value;
  final double[] weight;

  /** Weights, reduced on the left, where points matter less than on the right. */
  final double[] importance;

  private final Curve curve;
  private final double step;
  private final double tail;
  private final int left;
  private final double[] atoms;
  private final double[] atomMass;
  private final double continuous;

  private QuadraturePoints(Curve curve, double step, double tail) {
    this.curve = curve;
    this.step = step;
    this.tail = tail;
    atoms = curve.jumps();
    atomMass = new double[atoms.length];
    for (int k = 0; k < atoms.length; k++) {
      atomMass[k] = curve.survival(Math.nextDown(atoms[k])) - curve.survival(atoms[k]);
    }
    continuous = 1 - Arrays.stream(atomMass).sum();
    boolean isMixed = continuous > NEGLIGIBLE;
    left = isMixed ? (int) Math.ceil(-Math.log(LEFT) / step) : 0;
    int right = isMixed ? (int) Math.ceil(-Math.log(tail) / step) : -1;
    value = Arrays.copyOf(atoms, atoms.length + left + right + 1);
    weight = Arrays.copyOf(atomMass, value.length);
    importance = weight.clone();
    for (int k = 0; k <= left + right; k++) {
      put(atoms.length + k);
    }
  }

  static QuadraturePoints of(Curve curve, double step, double tail) {
    return new QuadraturePoints(curve, step, tail);
  }

  /** Returns the number of points of a continuous distribution. */
  static double count(double step, double tail) {
    return -(Math.log(LEFT) + Math.log(tail)) / step;
  }

  /** Returns the same distribution with more points. */
  QuadraturePoints finer(int times) {
    return new QuadraturePoints(curve, step / times, tail);
  }

  /** Returns the number of atoms; their points come first. */
  int atoms() {
    return atoms.length;
  }

  /** Returns the logit of a point that is a quantile. */
  double z(int place) {
    return (place - atoms.length - left) * step;
  }

  /** Returns the place of a logit among the points, as a fractional index. */
  double place(double z) {
    return atoms.length + left + z / step;
  }

  double least() {
    return Arrays.stream(value).min().orElseThrow();
  }

  double greatest() {
    return Arrays.stream(value).max().orElseThrow();
  }

  private void put(int place) {
    double z = z(place);
    double survival = 1 / (1 + Math.exp(z));
    value[place] =
        Crossing.ofFalling(this::continuousSurvival, survival, curve.lower(), curve.upper());
    weight[place] = step * continuous * survival * (1 - survival);
    importance[place] = weight[place] * (z < 0 ? Math.min(1, tail / LEFT) : 1);
  }

  private double continuousSurvival(double t) {
    double rest = curve.survival(t);
    for (int k = atoms.length - 1; k >= 0 && atoms[k] > t; k--) {
      rest -= atomMass[k];
    }
    return Math.max(0, rest / continuous);
  }
}
