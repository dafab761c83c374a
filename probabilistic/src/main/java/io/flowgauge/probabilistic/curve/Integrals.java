package io.flowgauge.probabilistic.curve;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Integrates the distribution of the longest of any number n of independent times: {@code E = t_0 +
 * Σ w_i (1 - F_i^n)}. Holds times, weights and logarithms of the distribution function. Immutable
 * and thread-safe.
 */
public final class Integrals {
  private static final int LOWER_LEVELS = 24;
  private static final int UPPER_LEVELS = 56;

  /** Greatest number of breaks that are used; more would take long, and each matters little. */
  private static final int MOST_BREAKS = 256;

  /** Relative error of the panel edges, which need not be exact. */
  private static final double LEVEL_ERROR = 1e-6;

  /** Number of rules evaluated for each panel: one for the whole and one for each half. */
  private static final int RULES = 3;

  private final double[] edges;
  private final double[] time;
  private final double[] width;
  private final double[] logCdf;

  private Integrals(Curve curve, boolean coarse) {
    double[] given = curve.isStepwise() ? ends(curve) : levels(curve);
    List<GaussPanel> panels =
        curve.isStepwise() ? between(curve, given) : Panels.of(curve, given, coarse);
    edges =
        DoubleStream.concat(DoubleStream.of(given[0]), panels.stream().mapToDouble(GaussPanel::to))
            .toArray();
    int size = panels.size() * GaussPanel.NODES;
    time = new double[size];
    width = new double[size];
    logCdf = new double[size];
    for (int k = 0; k < size; k++) {
      GaussPanel panel = panels.get(k / GaussPanel.NODES);
      int node = k % GaussPanel.NODES;
      time[k] = panel.time(node);
      width[k] = panel.width(node);
      logCdf[k] = Math.log1p(-panel.survival(node));
    }
  }

  /** Prepares to integrate a curve. */
  public static Integrals of(Curve curve) {
    return new Integrals(curve, false);
  }

  /**
   * Prepares to integrate a curve on fewer panels. Its less accurate integrals serve to estimate
   * the error.
   */
  public static Integrals coarse(Curve curve) {
    return new Integrals(curve, true);
  }

  /** Returns about how many times a curve is evaluated when it is prepared. */
  public static double evaluations(Curve curve) {
    double breaks = Math.min(MOST_BREAKS, curve.breaks().length) + curve.jumps().length;
    return (LOWER_LEVELS + UPPER_LEVELS + breaks) * RULES * GaussPanel.NODES;
  }

  /** Returns the jumps as edges, because a stepwise curve is constant between them. */
  private static double[] ends(Curve curve) {
    return Arrays.stream(curve.jumps()).filter(t -> t >= curve.lower()).toArray();
  }

  private static List<GaussPanel> between(Curve curve, double[] edges) {
    return IntStream.range(1, edges.length)
        .mapToObj(k -> new GaussPanel(curve, edges[k - 1], edges[k]))
        .toList();
  }

  /** Returns as edges the jumps, breaks, and levels of probability that halve towards both ends. */
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

  /**
   * Returns the mean of the longest of several independent times.
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
   * Returns the standard deviation of the longest of several independent times, integrated about
   * the panel edge nearest to the mean, where the integrand has no kink within a panel.
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
      boolean before = k < panel * GaussPanel.NODES;
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
}
