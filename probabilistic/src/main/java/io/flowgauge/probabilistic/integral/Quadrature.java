package io.flowgauge.probabilistic.integral;

import java.util.function.DoubleUnaryOperator;

/**
 * Adaptive integration by the 15-point Kronrod rule: panels are halved until its difference from
 * the 7-point Gauss rule is negligible compared with the whole, and the values at the ends are
 * those expected from the nodes. Kinks and jumps are found by halving, even between an end and its
 * nearest node. The number of halvings is limited, because the values of a law can be too inexact
 * for any tolerance. Not thread-safe.
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

  /**
   * Weights of the values at the nodes nearer to an end in the value expected there, which is that
   * of the polynomial through all nodes.
   */
  private static final double[] NEAR = {
    1.4539837311033148,
    -0.7066739934045778,
    0.4200471997208854,
    -0.291418695919992,
    0.2211759702248937,
    -0.17457035156224215,
    0.139783431782909
  };

  private static final double[] FAR = {
    0.006238528645340322,
    -0.018451577046963544,
    0.030438309530368104,
    -0.04325081597817417,
    0.0577191186189117,
    -0.07377897964426279,
    0.09168729684857137
  };

  private static final double MIDDLE = -0.11292917291898198;

  /** The smallest sensible tolerance, given round-off. */
  public static final double FINEST = 1e-14;

  private static final int MAX_DEPTH = 48;
  private static final int MAX_HALVINGS = 1 << 16;
  private static final int CENTRE = NODES.length - 1;

  private final DoubleUnaryOperator f;
  private final double accepted;
  private int halvings;

  private Quadrature(DoubleUnaryOperator f, double accepted) {
    this.f = f;
    this.accepted = accepted;
  }

  /**
   * The integral over neighbouring panels.
   *
   * @param edges ends of the first panels, in ascending order
   * @param tolerance accepted error of a panel, relative to the whole
   */
  public static double integral(DoubleUnaryOperator f, double[] edges, double tolerance) {
    double rough = 0;
    for (int k = 0; k + 1 < edges.length; k++) {
      rough += Math.abs(kronrod(f, edges[k], edges[k + 1])[0]);
    }
    // Panels as short as the smallest doubles cannot be told apart by halving.
    Quadrature rule = new Quadrature(f, Math.max(tolerance * rough, Double.MIN_NORMAL));
    double sum = 0;
    for (int k = 0; k + 1 < edges.length; k++) {
      sum += rule.refined(edges[k], edges[k + 1], 0);
    }
    return sum;
  }

  private double refined(double from, double to, int depth) {
    double[] both = kronrod(f, from, to);
    boolean isRough = both[1] > accepted; // false where the values overflow
    if (!isRough || depth == MAX_DEPTH || halvings == MAX_HALVINGS) {
      return both[0];
    }
    halvings++;
    double mid = from + (to - from) / 2;
    return refined(from, mid, depth + 1) + refined(mid, to, depth + 1);
  }

  /** Returns the integral by the 15-point rule, and its estimated error. */
  private static double[] kronrod(DoubleUnaryOperator f, double from, double to) {
    double half = (to - from) / 2;
    double centre = from + half;
    double value = f.applyAsDouble(centre);
    double fine = value * KRONROD[CENTRE];
    double coarse = value * GAUSS[CENTRE / 2];
    double atFrom = f.applyAsDouble(Math.nextUp(from)) - value * MIDDLE;
    double atTo = f.applyAsDouble(Math.nextDown(to)) - value * MIDDLE;
    for (int k = 0; k < CENTRE; k++) {
      double step = half * NODES[k];
      double early = f.applyAsDouble(centre - step);
      double late = f.applyAsDouble(centre + step);
      fine += KRONROD[k] * (early + late);
      coarse += k % 2 == 1 ? GAUSS[k / 2] * (early + late) : 0;
      atFrom -= NEAR[k] * early + FAR[k] * late;
      atTo -= FAR[k] * early + NEAR[k] * late;
    }
    double atEnds = (1 - NODES[0]) * (Math.abs(atFrom) + Math.abs(atTo));
    return new double[] {fine * half, Math.max(Math.abs(fine - coarse), atEnds) * half};
  }
}
