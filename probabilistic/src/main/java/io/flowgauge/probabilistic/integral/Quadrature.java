package io.flowgauge.probabilistic.integral;

import java.util.function.DoubleUnaryOperator;

/**
 * Adaptive integration by the 15-point Kronrod rule: panels are halved until its difference from
 * the 7-point Gauss rule is negligible compared with the whole. Kinks and jumps are found by
 * halving. Stateless and thread-safe.
 */
public final class Quadrature {
  private static final double[] NODES = {
    0.9914553711208126,
    0.9491079123427585,
    0.8648644233597691,
    0.7415311855993945,
    0.5860872354676911,
    0.4058451513773972,
    0.20778495500789848,
    0
  };

  private static final double[] KRONROD = {
    0.022935322010529224,
    0.06309209262997856,
    0.10479001032225019,
    0.14065325971552592,
    0.1690047266392679,
    0.19035057806478542,
    0.20443294007529889,
    0.20948214108472782
  };

  /** Weights of the Gauss rule at every second node, from the second on. */
  private static final double[] GAUSS = {
    0.1294849661688697, 0.27970539148927664, 0.3818300505051189, 0.4179591836734694
  };

  /** The smallest sensible tolerance, given round-off. */
  public static final double FINEST = 1e-14;

  private static final int MAX_DEPTH = 48;
  private static final int CENTRE = NODES.length - 1;

  private Quadrature() {}

  /**
   * The integral over neighbouring panels.
   *
   * @param edges ends of the first panels, in ascending order
   * @param tolerance accepted error of a panel, relative to the whole
   */
  public static double integral(DoubleUnaryOperator f, double[] edges, double tolerance) {
    double[] first = new double[Math.max(0, edges.length - 1)];
    double rough = 0;
    for (int k = 0; k < first.length; k++) {
      first[k] = kronrod(f, edges[k], edges[k + 1])[0];
      rough += Math.abs(first[k]);
    }
    double sum = 0;
    for (int k = 0; k < first.length; k++) {
      sum += refined(f, edges[k], edges[k + 1], tolerance * rough, 0);
    }
    return sum;
  }

  private static double refined(
      DoubleUnaryOperator f, double from, double to, double tolerance, int depth) {
    double[] both = kronrod(f, from, to);
    boolean isRough = Math.abs(both[0] - both[1]) > tolerance; // false where both overflow
    if (!isRough || depth == MAX_DEPTH) {
      return both[0];
    }
    double mid = from + (to - from) / 2;
    return refined(f, from, mid, tolerance, depth + 1) + refined(f, mid, to, tolerance, depth + 1);
  }

  /** Applies the 15-point rule and the 7-point rule within it. */
  private static double[] kronrod(DoubleUnaryOperator f, double from, double to) {
    double half = (to - from) / 2;
    double centre = from + half;
    double value = f.applyAsDouble(centre);
    double fine = value * KRONROD[CENTRE];
    double coarse = value * GAUSS[CENTRE / 2];
    for (int k = 0; k < CENTRE; k++) {
      double step = half * NODES[k];
      double pair = f.applyAsDouble(centre - step) + f.applyAsDouble(centre + step);
      fine += KRONROD[k] * pair;
      coarse += k % 2 == 1 ? GAUSS[k / 2] * pair : 0;
    }
    return new double[] {fine * half, coarse * half};
  }
}
