package io.flowgauge.probabilistic.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A smooth curve as polynomials on intervals, which take a fraction of the time that special
 * functions take. Each polynomial interpolates the survival function at Chebyshev nodes; an
 * interval is halved if its polynomial is inaccurate between them. Immutable and thread-safe.
 */
public final class TabulatedCurve implements Curve {
  /** Accepted relative error of the survival function, about its round-off. */
  private static final double ERROR = 1e-12;

  /** Round-off of a polynomial, as a fraction of its greatest value. */
  private static final double ROUND_OFF = 1e-15;

  /** Number of coefficients of a polynomial. */
  private static final int SIZE = 12;

  /** Greatest number of intervals; more would take longer to make than they save. */
  private static final int MOST_INTERVALS = 256;

  private static final int MOST_HALVINGS = 192;

  /**
   * Points on [-1, 1] at which a polynomial is compared with the curve: the ends, in case the curve
   * falls beyond the last node, and others away from nodes.
   */
  private static final double[] PROBES = {-1, -0.87, -0.26, 0.14, 0.71, 1};

  private static final double[] NODES = nodes();
  private static final double[][] COSINES = cosines();
  private static final double[][] POWERS = powers();

  private final Curve curve;

  /** The starts of all intervals, followed by the end of the last one. */
  private final double[] edges;

  /** Coefficients of each interval's polynomial on [-1, 1], by rising power. */
  private final double[] coefficients;

  private TabulatedCurve(Curve curve, List<Interval> intervals) {
    this.curve = curve;
    edges = new double[intervals.size() + 1];
    coefficients = new double[intervals.size() * SIZE];
    for (int k = 0; k < intervals.size(); k++) {
      edges[k] = intervals.get(k).from;
      System.arraycopy(intervals.get(k).polynomial, 0, coefficients, k * SIZE, SIZE);
    }
    edges[intervals.size()] = curve.upper();
  }

  /**
   * Tabulates a curve.
   *
   * @return the curve itself if it jumps or is not smooth enough for a table
   */
  public static Curve of(Curve curve) {
    if (curve.isConstant() || curve.jumps().length > 0) {
      return curve;
    }
    double[] breaks = inside(curve);
    List<Interval> intervals = new ArrayList<>();
    for (int k = 1; k < breaks.length; k++) {
      if (!areFound(curve, breaks[k - 1], breaks[k], intervals, MOST_HALVINGS)) {
        return curve;
      }
    }
    return new TabulatedCurve(curve, intervals);
  }

  /** Returns the ends of a curve and the breaks between them, ascending. */
  private static double[] inside(Curve curve) {
    return DoubleStream.concat(
            DoubleStream.of(curve.lower(), curve.upper()), Arrays.stream(curve.breaks()))
        .filter(t -> t >= curve.lower() && t <= curve.upper())
        .sorted()
        .distinct()
        .toArray();
  }

  /** Adds the intervals of a range from left to right; returns false if there would be too many. */
  private static boolean areFound(
      Curve curve, double from, double to, List<Interval> found, int halvings) {
    Interval whole = new Interval(curve, from, to);
    if (whole.isAccurate(curve)) {
      found.add(whole);
      return found.size() < MOST_INTERVALS;
    }
    double mid = from + (to - from) / 2;
    return halvings > 0
        && from < mid
        && mid < to
        && areFound(curve, from, mid, found, halvings - 1)
        && areFound(curve, mid, to, found, halvings - 1);
  }

  private static double[] nodes() {
    double[] nodes = new double[SIZE];
    Arrays.setAll(nodes, k -> Math.cos((k + 0.5) * Math.PI / SIZE));
    return nodes;
  }

  /**
   * Returns the weights by which values at nodes enter the coefficients of Chebyshev polynomials.
   */
  private static double[][] cosines() {
    double[][] cosines = new double[SIZE][SIZE];
    for (int k = 0; k < SIZE; k++) {
      for (int node = 0; node < SIZE; node++) {
        double cosine = Math.cos(k * (node + 0.5) * Math.PI / SIZE);
        cosines[k][node] = (k == 0 ? 1.0 : 2.0) / SIZE * cosine;
      }
    }
    return cosines;
  }

  /** Returns the coefficients of the Chebyshev polynomials, by rising power. */
  private static double[][] powers() {
    double[][] powers = new double[SIZE][SIZE];
    powers[0][0] = 1;
    powers[1][1] = 1;
    for (int k = 2; k < SIZE; k++) {
      for (int power = 0; power < SIZE; power++) {
        double next = power == 0 ? 0 : 2 * powers[k - 1][power - 1];
        powers[k][power] = next - powers[k - 2][power];
      }
    }
    return powers;
  }

  /**
   * Evaluates a polynomial. Even and odd powers are summed separately, which the processor can do
   * in parallel.
   */
  private static double value(double[] polynomial, int at, double x) {
    double square = x * x;
    double even = polynomial[at + SIZE - 2];
    double odd = polynomial[at + SIZE - 1];
    for (int k = at + SIZE - 4; k >= at; k -= 2) {
      even = even * square + polynomial[k];
      odd = odd * square + polynomial[k + 1];
    }
    return even + x * odd;
  }

  @Override
  public double survival(double t) {
    int last = edges.length - 1;
    if (t >= edges[last]) {
      return 0;
    }
    if (!(t >= edges[0])) {
      return curve.survival(t);
    }
    int low = 0;
    int high = last - 1;
    while (low < high) {
      int mid = (low + high + 1) >>> 1;
      if (t < edges[mid]) {
        high = mid - 1;
      } else {
        low = mid;
      }
    }
    double half = (edges[low + 1] - edges[low]) / 2;
    double x = (t - edges[low]) / half - 1;
    return Math.max(0, Math.min(1, value(coefficients, low * SIZE, x)));
  }

  @Override
  public double lower() {
    return curve.lower();
  }

  @Override
  public double upper() {
    return curve.upper();
  }

  @Override
  public double[] breaks() {
    return curve.breaks();
  }

  /** The polynomial on an interval. */
  private static final class Interval {
    private final double from;
    private final double to;
    private final double[] polynomial = new double[SIZE];

    Interval(Curve curve, double from, double to) {
      this.from = from;
      this.to = to;
      double[] values = new double[SIZE];
      Arrays.setAll(values, k -> curve.survival(time(NODES[k])));
      for (int k = 0; k < SIZE; k++) {
        double chebyshev = 0;
        for (int node = 0; node < SIZE; node++) {
          chebyshev += COSINES[k][node] * values[node];
        }
        for (int power = 0; power <= k; power++) {
          polynomial[power] += chebyshev * POWERS[k][power];
        }
      }
    }

    private double time(double x) {
      return from + (to - from) / 2 * (1 + x);
    }

    boolean isAccurate(Curve curve) {
      double roundOff = ROUND_OFF * curve.survival(from);
      for (double x : PROBES) {
        // A jump at the end of an interval belongs to the next one.
        double survival = curve.survival(Math.min(time(x), Math.nextDown(to)));
        double off = Math.abs(value(polynomial, 0, x) - survival);
        if (!(off <= ERROR * survival + roundOff)) {
          return false;
        }
      }
      return true;
    }
  }
}
