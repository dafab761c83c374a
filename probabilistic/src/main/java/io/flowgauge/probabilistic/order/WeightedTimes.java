package io.flowgauge.probabilistic.order;

/**
 * Rules to integrate over the probabilities of a distribution: times since its lower end and their
 * weights, as many in each rule, ascending. Immutable once filled.
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
   * Rules for all times up to the end of each piece, from those for the pieces: exact for
   * polynomials up to the degree up to which those are.
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
   * A rule's integral of {@code P(U > t - v)} over v.
   *
   * @param above the piece of the latest time of U, or one after it
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
