package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Tail;

/**
 * Computes {@code P(R - e + A > x | R > e)}, where R is the time of a service and A the time of all
 * that follows it, quickly and to about six digits. The probability is {@code ∫ e^-z P(A > x -
 * q(z)) dz}, where {@code q(z)} is the residual quantile at survival {@code e^-z}. It is integrated
 * by a fixed rule on panels that get shorter towards both ends. Immutable and thread-safe.
 */
final class Following {
  private static final double[] NODES = {
    0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363
  };

  private static final double[] WEIGHTS = {
    0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763
  };

  /**
   * Ends of panels as fractions of a short range of integration, or as distances from the ends of a
   * long one.
   */
  private static final double[] SHARES = {0.03, 0.15, 0.5, 0.85, 0.97};

  private static final double[] DISTANCES = {0.3, 1, 3};
  private static final double[] DISTANCES_FROM_END = {3, 1, 0.2, 0.03};
  private static final double LONG = 8;

  private final Tail service;
  private final Tail following;
  private final double fixed;

  /**
   * Prepares a service.
   *
   * @param following tail of the random part of the time that follows it
   * @param fixed constant part of the time that follows it, in seconds
   */
  Following(Law service, Tail following, double fixed) {
    this.service = Tail.of(service);
    this.following = following;
    this.fixed = fixed;
  }

  /**
   * Returns the logarithm of the probability that the service and all that follows take more than x
   * seconds longer, after {@code elapsed} seconds in the service.
   */
  double logSurvival(double elapsed, double x) {
    double room = x - fixed;
    double level = service.logSurvival(elapsed);
    double end = level - service.logSurvival(elapsed + room);
    if (!(end > 0)) {
      return 0;
    }
    double sum = Math.exp(-end);
    double from = 0;
    double[] edges = edges(Math.min(end, -Math.log(Double.MIN_NORMAL)));
    for (double to : edges) {
      sum += panel(from, to, elapsed + room, level);
      from = to;
    }
    return Math.min(0, Math.log(Math.max(Double.MIN_NORMAL, sum)));
  }

  private static double[] edges(double end) {
    if (end < LONG) {
      double[] edges = new double[SHARES.length + 1];
      for (int k = 0; k < SHARES.length; k++) {
        edges[k] = SHARES[k] * end;
      }
      edges[SHARES.length] = end;
      return edges;
    }
    double[] edges = new double[DISTANCES.length + DISTANCES_FROM_END.length + 1];
    System.arraycopy(DISTANCES, 0, edges, 0, DISTANCES.length);
    for (int k = 0; k < DISTANCES_FROM_END.length; k++) {
      edges[DISTANCES.length + k] = end - DISTANCES_FROM_END[k];
    }
    edges[edges.length - 1] = end;
    return edges;
  }

  private double panel(double from, double to, double whole, double level) {
    double half = (to - from) / 2;
    double centre = from + half;
    double sum = 0;
    for (int k = 0; k < NODES.length; k++) {
      double below = density(centre - half * NODES[k], whole, level);
      double above = density(centre + half * NODES[k], whole, level);
      sum += WEIGHTS[k] * (below + above);
    }
    return half * sum;
  }

  private double density(double z, double whole, double level) {
    return Math.exp(following.logSurvival(whole - service.atLogSurvival(level - z)) - z);
  }
}
