package io.flowgauge.probabilistic.order;

/**
 * Rules for integrals over the probabilities of a distribution. Each has the same number of
 * ascending times since the lower end, with their weights. Immutable once filled.
 */
final class WeightedTimes {
  final int perRule;
  private final double[] times;
  private final double[] weights;

  WeightedTimes(int rules, int perRule) {
    this.perRule = perRule;
    times = new double[rules * perRule];
    weights = new double[times.length];
  }

  void put(int rule, int node, double time, double weight) {
    times[rule * perRule + node] = time;
    weights[rule * perRule + node] = weight;
  }

  /**
   * Makes rules for all times up to the end of each piece from the rules for the single pieces.
   * They are exact for polynomials of the same degree.
   */
  static WeightedTimes merged(WeightedTimes single, double[] ends, Chebyshev polynomials) {
    int count = ends.length - 1;
    WeightedTimes merged = new WeightedTimes(count, polynomials.terms);
    double start = ends[0];
    for (int piece = 0; piece < count; piece++) {
      double half = (ends[piece + 1] - start) / 2;
      double[] moments = new double[polynomials.terms];
      single.addMoments(piece, start + half, half, polynomials, moments);
      if (piece > 0) {
        merged.addMoments(piece - 1, start + half, half, polynomials, moments);
      }
      double[] all = polynomials.weights(moments);
      for (int k = 0; k < all.length; k++) {
        merged.put(piece, k, start + half * (1 + polynomials.nodes[k]), all[k]);
      }
    }
    return merged;
  }

  private void addMoments(
      int rule, double centre, double half, Chebyshev polynomials, double[] moments) {
    for (int k = rule * perRule; k < (rule + 1) * perRule; k++) {
      polynomials.addValues(weights[k], (times[k] - centre) / half, moments);
    }
  }

  /**
   * Integrates {@code P(U > t - v)} over v by a rule.
   *
   * @param above the piece of U that contains the latest {@code t - v}, or a later one
   */
  double sum(int rule, Pieces others, double t, int above) {
    double sum = 0;
    int other = above;
    for (int k = rule * perRule; k < (rule + 1) * perRule; k++) {
      double time = t - times[k];
      other = others.stepDown(other, time);
      sum += weights[k] * others.survival(other, time);
    }
    return sum;
  }
}
