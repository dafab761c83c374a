package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * A law as times, widths and logarithms of its distribution function, to integrate over time:
 * {@code E = t_0 + Σ w_i (1 - F_i^n)}, and the variance by its central form, which does not cancel.
 * Immutable and thread-safe.
 */
public final class TimeTable {
  /** All times are since this one. */
  private final double origin;

  private final double[] times;
  private final double[] widths;
  private final double[] logCdf;
  private final double[] edges;
  private final int perPiece;

  /** A table with one node or more between each edge and the next. */
  private TimeTable(double origin, double[] edges, int perPiece) {
    this.origin = origin;
    this.edges = edges;
    this.perPiece = perPiece;
    int size = (edges.length - 1) * perPiece;
    times = new double[size];
    widths = new double[size];
    logCdf = new double[size];
  }

  /** Logarithm of the distribution function. */
  interface LogCdf {
    /** In a piece, at the logarithm of a time since the origin; in the first one anywhere. */
    double at(int piece, double x);
  }

  /** A law that is smooth on each piece, over the logarithm of the time but for the first one. */
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

  /** A law that is constant between its jumps: exact. */
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
   * Mean and standard deviation of the longest of several: {@code σ² = 2 ∫_{t>e} (t-e) S + 2
   * ∫_{t<e} (e-t) F - (m-e)²} about the edge e nearest to the mean m, as about m itself the
   * integrand would have a kink within a piece.
   *
   * @param count how many, 1 or more
   * @return both, without an error
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
