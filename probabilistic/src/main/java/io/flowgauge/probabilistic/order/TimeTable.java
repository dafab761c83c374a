package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * Integrates the distribution of the longest of n independent times of a law: {@code E = t_0 + Σ
 * w_i (1 - F_i^n)}, and the variance by its central form, which avoids cancellation. Holds times,
 * widths and logarithms of the distribution function. Immutable and thread-safe.
 */
public final class TimeTable {
  /** The time from which all others are counted. */
  private final double origin;

  private final double[] times;
  private final double[] widths;
  private final double[] logCdf;
  private final double[] edges;
  private final int perPiece;

  /** Creates an empty table with the given number of nodes between each edge and the next. */
  private TimeTable(double origin, double[] edges, int perPiece) {
    this.origin = origin;
    this.edges = edges;
    this.perPiece = perPiece;
    int size = (edges.length - 1) * perPiece;
    times = new double[size];
    widths = new double[size];
    logCdf = new double[size];
  }

  /** The logarithm of a distribution function. */
  interface LogCdf {
    /**
     * Returns its value in a piece, at the logarithm of a time since the origin; in the first piece
     * the value must not depend on the time.
     */
    double at(int piece, double x);
  }

  /**
   * Makes the table of a law that is smooth on each piece as a function of the logarithm of the
   * time, or of the time itself on the first piece.
   */
  static TimeTable ofSmooth(double origin, double[] edges, GaussLegendre rule, LogCdf log) {
    int size = rule.nodes.length;
    TimeTable table = new TimeTable(origin, edges, size);
    for (int piece = 0; piece + 1 < edges.length; piece++) {
      double from = piece == 0 ? edges[0] : Math.log(edges[piece]);
      double half = ((piece == 0 ? edges[1] : Math.log(edges[piece + 1])) - from) / 2;
      for (int k = 0; k < size; k++) {
        double x = from + half * (1 + rule.nodes[k]);
        double time = piece == 0 ? x : Math.exp(x);
        double width = half * rule.weights[k] * (piece == 0 ? 1 : time);
        table.put(piece * size + k, time, width, log.at(piece, x));
      }
    }
    return table;
  }

  /** Makes the table of a stepwise law, which is exact. */
  static TimeTable ofSteps(double[] jumps, Law law) {
    double origin = jumps[0];
    double[] edges = Arrays.stream(jumps).map(t -> t - origin).toArray();
    TimeTable table = new TimeTable(origin, edges, 1);
    for (int k = 1; k < jumps.length; k++) {
      double middle = jumps[k - 1] + (jumps[k] - jumps[k - 1]) / 2;
      table.put(k - 1, middle - origin, edges[k] - edges[k - 1], law.logCdf(middle));
    }
    return table;
  }

  private void put(int node, double time, double width, double log) {
    times[node] = time;
    widths[node] = width;
    logCdf[node] = log;
  }

  /**
   * Returns the mean and standard deviation of the longest of several: {@code σ² = 2 ∫_{t>e} (t-e)
   * S + 2 ∫_{t<e} (e-t) F - (m-e)²} about the edge e nearest to the mean m, because about m itself
   * the integrand would have a kink within a piece.
   *
   * @param count how many, 1 or more
   * @return both, with a stated error of 0
   */
  public Moments moments(double count) {
    double[] cdf = new double[times.length];
    double mean = 0;
    for (int k = 0; k < times.length; k++) {
      cdf[k] = Math.expm1(count * logCdf[k]);
      mean -= widths[k] * cdf[k];
    }
    int nearest = nearestEdge(mean);
    double edge = edges[nearest];
    int first = nearest * perPiece;
    double sum = 0;
    for (int k = 0; k < times.length; k++) {
      double weighted = widths[k] * (times[k] - edge);
      sum -= k < first ? weighted * Math.exp(count * logCdf[k]) : weighted * cdf[k];
    }
    double variance = 2 * sum - (mean - edge) * (mean - edge);
    return new Moments(origin + mean, Math.sqrt(Math.max(0, variance)), 0);
  }

  private int nearestEdge(double time) {
    int found = Arrays.binarySearch(edges, time);
    int after = Math.min(edges.length - 1, found >= 0 ? found : -found - 1);
    return after > 0 && time - edges[after - 1] < edges[after] - time ? after - 1 : after;
  }
}
