package io.flowgauge.probabilistic.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A curve as times, widths and logarithms of its distribution function, to integrate over time the
 * longest of any number: {@code E = t_0 + Σ w_i (1 - F_i^n)}. Immutable and thread-safe.
 */
public final class Integrals {
  /** The Gauss-Legendre rule of eight nodes on [-1, 1]: nodes and weights of its right half. */
  static final double[] NODE = {
    0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363
  };

  static final double[] WEIGHT = {
    0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626
  };

  private static final int LOWER_LEVELS = 24;
  private static final int UPPER_LEVELS = 56;
  private static final int PARTS = 2;

  /** For comparison. */
  private static final int COARSE_PARTS = 1;

  /** More would take long, and each matter little. */
  private static final int MOST_BREAKS = 256;

  /** Edges need not be exact. */
  private static final double LEVEL_ERROR = 1e-6;

  private final double[] edges;
  private final double[] time;
  private final double[] width;
  private final double[] logCdf;

  private Integrals(Curve curve, int parts) {
    edges = curve.isStepwise() ? ends(curve) : divided(Panels.of(curve, levels(curve)), parts);
    int size = Math.max(0, edges.length - 1) * 2 * NODE.length;
    time = new double[size];
    width = new double[size];
    logCdf = new double[size];
    for (int panel = 0; panel + 1 < edges.length; panel++) {
      fill(panel);
    }
    for (int k = 0; k < size; k++) {
      logCdf[k] = Math.log1p(-curve.survival(time[k]));
    }
  }

  /** Prepares to integrate a curve. */
  public static Integrals of(Curve curve) {
    return new Integrals(curve, PARTS);
  }

  /** Fewer panels, to estimate the error by: its integrals, less accurate. */
  public static Integrals coarse(Curve curve) {
    return new Integrals(curve, COARSE_PARTS);
  }

  /** Cost of integrals of a curve: about how many times the curve is asked for its values. */
  public static double evaluations(Curve curve) {
    double breaks = Math.min(MOST_BREAKS, curve.breaks().length) + curve.jumps().length;
    int rules = PARTS + 1; // Each panel is tried as a whole first.
    return (LOWER_LEVELS + UPPER_LEVELS + breaks) * rules * 2 * NODE.length;
  }

  private void fill(int panel) {
    double half = (edges[panel + 1] - edges[panel]) / 2;
    int at = panel * 2 * NODE.length;
    for (int k = 0; k < NODE.length; k++) {
      for (int side = -1; side <= 1; side += 2) {
        time[at] = edges[panel] + half * (1 + side * NODE[k]);
        width[at++] = half * WEIGHT[k];
      }
    }
  }

  /** Between jumps there is nothing to resolve. */
  private static double[] ends(Curve curve) {
    return Arrays.stream(curve.jumps()).filter(t -> t >= curve.lower()).toArray();
  }

  /** Panels between levels of probability, halving towards both ends, and jumps. */
  private static double[] levels(Curve curve) {
    DoubleStream.Builder all = DoubleStream.builder();
    all.add(curve.lower());
    double from = curve.lower();
    for (int k = LOWER_LEVELS; k >= 1; k--) {
      from = level(curve, -Math.expm1(-k * Math.log(2)), from);
      all.add(from);
    }
    for (int k = 2; k <= UPPER_LEVELS; k++) {
      from = level(curve, Math.exp(-k * Math.log(2)), from);
      all.add(from);
    }
    all.add(curve.upper());
    Arrays.stream(curve.jumps()).forEach(all::add);
    Arrays.stream(curve.breaks()).distinct().limit(MOST_BREAKS).forEach(all::add);
    return all.build()
        .filter(t -> t >= curve.lower() && t <= curve.upper())
        .sorted()
        .distinct()
        .toArray();
  }

  private static double level(Curve curve, double survival, double from) {
    double lo = from;
    double hi = curve.upper();
    double narrow = (hi - lo) * LEVEL_ERROR + 2 * Math.ulp(hi);
    while (hi - lo > narrow) {
      double mid = lo + (hi - lo) / 2;
      if (curve.survival(mid) > survival) {
        lo = mid;
      } else {
        hi = mid;
      }
    }
    return lo;
  }

  private static double[] divided(double[] levels, int parts) {
    if (levels.length < 2) {
      return levels;
    }
    double[] edges = new double[(levels.length - 1) * parts + 1];
    for (int k = 0; k < edges.length - 1; k++) {
      double part = (double) (k % parts) / parts;
      double from = levels[k / parts];
      edges[k] = from + part * (levels[k / parts + 1] - from);
    }
    edges[edges.length - 1] = levels[levels.length - 1];
    return edges;
  }

  /**
   * The mean of the longest of several independent times.
   *
   * @param count how many, 1 or more
   * @return seconds
   */
  public double mean(double count) {
    double sum = 0;
    for (int k = 0; k < time.length; k++) {
      sum -= width[k] * Math.expm1(count * logCdf[k]);
    }
    return edges[0] + sum;
  }

  /**
   * The standard deviation of the longest of several, integrated about the panel edge nearest to
   * the mean, where the integrand has no kink within a panel.
   *
   * @param count how many, 1 or more
   * @param mean the mean of the longest, in seconds
   * @return seconds
   */
  public double sd(double count, double mean) {
    int panel = nearestEdge(mean);
    double edge = edges[panel];
    double sum = 0;
    for (int k = 0; k < time.length; k++) {
      double log = count * logCdf[k];
      boolean before = k < panel * 2 * NODE.length;
      sum += width[k] * (time[k] - edge) * (before ? -Math.exp(log) : -Math.expm1(log));
    }
    return Math.sqrt(Math.max(0, 2 * sum - (mean - edge) * (mean - edge)));
  }

  private int nearestEdge(double t) {
    int best = 0;
    for (int k = 1; k < edges.length; k++) {
      best = Math.abs(edges[k] - t) < Math.abs(edges[best] - t) ? k : best;
    }
    return best;
  }

  /** Panels, halved where the curve is not smooth, such as over a gap between its modes. */
  private static final class Panels {
    /** How much of a panel's integral its halves may change before they replace it. */
    private static final double ERROR = 1e-7;

    /** Round-off of survival functions. */
    private static final double ROUND_OFF = 1e-15;

    /** How much of its fall a smooth curve shows between the first and the last node. */
    private static final double SEEN = 0.94;

    private static final int MOST_HALVINGS = 40;
    private static final int MOST = 1024;

    private final Curve curve;
    private final List<Double> edges = new ArrayList<>();

    private Panels(Curve curve) {
      this.curve = curve;
    }

    /** The edges of panels between given edges. */
    static double[] of(Curve curve, double[] given) {
      Panels panels = new Panels(curve);
      panels.edges.add(given[0]);
      for (int k = 1; k < given.length; k++) {
        panels.add(given[k - 1], given[k], MOST_HALVINGS);
      }
      return panels.edges.stream().mapToDouble(t -> t).toArray();
    }

    private void add(double from, double to, int halvings) {
      double mid = from + (to - from) / 2;
      double whole = integral(from, to);
      double change = Math.abs(integral(from, mid) + integral(mid, to) - whole);
      double allowed = ERROR * whole + ROUND_OFF * (to - from);
      boolean isSmooth = change <= allowed && unseen(from, to) <= allowed;
      if (isSmooth || halvings == 0 || edges.size() >= MOST) {
        edges.add(to);
      } else {
        add(from, mid, halvings - 1);
        add(mid, to, halvings - 1);
      }
    }

    /** What lies between the ends and the nodes next to them, if the curve falls steeply there. */
    private double unseen(double from, double to) {
      double gap = (to - from) / 2 * (1 - NODE[NODE.length - 1]);
      double start = curve.survival(from);
      double end = curve.survival(to);
      double seen = curve.survival(from + gap) - curve.survival(to - gap);
      return seen < SEEN * (start - end) ? gap * (start - end - seen) : 0;
    }

    private double integral(double from, double to) {
      double half = (to - from) / 2;
      double mid = from + half;
      double sum = 0;
      for (int k = 0; k < NODE.length; k++) {
        double before = curve.survival(mid - half * NODE[k]);
        sum += half * WEIGHT[k] * (before + curve.survival(mid + half * NODE[k]));
      }
      return sum;
    }
  }
}
