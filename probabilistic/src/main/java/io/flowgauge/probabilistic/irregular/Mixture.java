package io.flowgauge.probabilistic.irregular;

import io.flowgauge.probabilistic.curve.ConstantCurve;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.GradedCurve;

/**
 * A mixture of conditional distributions over all combinations of points. With a single member,
 * points at long times may lie further apart than the spread of the rest. There, one more second of
 * the member makes the whole almost one second longer, so the rest is interpolated between four
 * points and shifted. Not thread-safe.
 */
final class Mixture {
  /** Smallest logit around which interpolated points take over, and the width of the transition. */
  private static final double CENTRE = 2;

  private static final double WIDTH = 0.5;

  /**
   * Interpolated points take over where points are this many times as far apart as in the middle.
   */
  private static final double FAR = 4;

  private static final double NEGLIGIBLE = 1e-9;

  /** Number of interpolated points per point. */
  private static final int FINER = 4;

  private final Conditional conditional;
  private final QuadraturePoints[] points;
  private double[] times;
  private double[] survival;
  private double total;

  Mixture(Conditional conditional, QuadraturePoints[] points) {
    this.conditional = conditional;
    this.points = points;
  }

  /**
   * Computes the mixture as a table.
   *
   * @param parts cells per doubling of the distance from the lower end
   * @param negligible importance below which a combination is left out
   */
  Curve curve(int parts, double negligible) {
    double lower = extremeCurve(0).lower();
    double upper = extremeCurve(1).upper();
    if (lower == upper) {
      return new ConstantCurve(lower);
    }
    times = GradedCurve.times(lower, upper, parts);
    survival = new double[times.length];
    total = 0;
    if (points.length == 1) {
      addOne(points[0]);
    } else {
      addCombinations(0, 1, 1, negligible);
    }
    for (int k = 0; k < survival.length; k++) {
      survival[k] = Math.min(1, survival[k] / total); // polynomials may round it up
    }
    return new GradedCurve(lower, upper, parts, survival);
  }

  /**
   * Returns the distribution with all variables at their shortest or, for side 1, longest times.
   */
  private Curve extremeCurve(int side) {
    for (int k = 0; k < points.length; k++) {
      conditional.set(k, side == 0 ? points[k].least() : points[k].greatest());
    }
    return conditional.curve();
  }

  private void addOne(QuadraturePoints own) {
    Curve[] given = new Curve[own.value.length];
    double centre = centre(own);
    for (int k = 0; k < given.length; k++) {
      conditional.set(0, own.value[k]);
      given[k] = conditional.curve();
      double late = k < own.atoms() ? 0 : late(own.z(k), centre);
      addCurve(given[k], 0, own.weight[k] * (1 - late));
    }
    if (centre < Double.POSITIVE_INFINITY) {
      addBetween(own, own.finer(FINER), given, centre);
    }
  }

  /** Returns the logit from which points lie far apart; infinite if they do not. */
  private static double centre(QuadraturePoints own) {
    double least = Double.POSITIVE_INFINITY;
    for (int k = own.atoms(); k + 1 < own.value.length; k++) {
      double apart = own.value[k + 1] - own.value[k];
      if (Math.abs(own.z(k)) < CENTRE) {
        least = Math.min(least, apart);
      } else if (own.z(k) >= CENTRE && apart > FAR * least) {
        return own.z(k);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double late(double z, double centre) {
    return 1 / (1 + Math.exp((centre - z) / WIDTH));
  }

  /**
   * Adds interpolated points: cubic combinations of the distributions of the time that remains
   * after the member's.
   */
  private void addBetween(
      QuadraturePoints own, QuadraturePoints fine, Curve[] given, double centre) {
    for (int j = fine.atoms(); j < fine.value.length; j++) {
      double late = late(fine.z(j), centre);
      if (late < NEGLIGIBLE) {
        continue;
      }
      double place = own.place(fine.z(j));
      int first = (int) Math.max(own.atoms(), Math.min(Math.floor(place) - 1, given.length - 4.0));
      double[] share = cubic(place - first);
      for (int k = 0; k < share.length; k++) {
        double shift = fine.value[j] - own.value[first + k];
        addCurve(given[first + k], shift, fine.weight[j] * late * share[k]);
      }
    }
  }

  /** Returns the Lagrange polynomials of the nodes 0 to 3 at a place. */
  private static double[] cubic(double u) {
    double v = u - 1;
    double w = u - 2;
    double x = u - 3;
    return new double[] {-v * w * x / 6, u * w * x / 2, -u * v * x / 2, u * v * w / 6};
  }

  private void addCombinations(int depth, double weight, double importance, double negligible) {
    if (depth == points.length) {
      addCurve(conditional.curve(), 0, weight);
      return;
    }
    QuadraturePoints own = points[depth];
    for (int k = 0; k < own.value.length; k++) {
      if (importance * own.importance[k] > negligible) {
        conditional.set(depth, own.value[k]);
        addCombinations(
            depth + 1, weight * own.weight[k], importance * own.importance[k], negligible);
      }
    }
  }

  private void addCurve(Curve curve, double shift, double weight) {
    total += weight;
    double lower = curve.lower() + shift;
    for (int k = 0; k < times.length; k++) {
      double rest = times[k] < lower ? 1 : curve.survival(times[k] - shift);
      if (rest <= 0) {
        return;
      }
      survival[k] += weight * rest;
    }
  }
}
