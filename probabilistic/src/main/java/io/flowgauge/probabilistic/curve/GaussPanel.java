package io.flowgauge.probabilistic.curve;

/**
 * The values of a curve at the nodes of the eight-node Gauss-Legendre rule on an interval.
 * Immutable and thread-safe.
 */
final class GaussPanel {
  /** Number of nodes. */
  static final int NODES = 8;

  /** Nodes on [-1, 1] and their weights. */
  private static final double[] NODE = {
    -0.9602898564975363, -0.7966664774136267, -0.525532409916329, -0.1834346424956498,
    0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363
  };

  private static final double[] WEIGHT = {
    0.10122853629037626, 0.22238103445337448, 0.3137066458878773, 0.362683783378362,
    0.362683783378362, 0.3137066458878773, 0.22238103445337448, 0.10122853629037626
  };

  private final double from;
  private final double to;
  private final double[] survival = new double[NODES];

  /** Evaluates a curve at the nodes. */
  GaussPanel(Curve curve, double from, double to) {
    this.from = from;
    this.to = to;
    for (int k = 0; k < NODES; k++) {
      survival[k] = curve.survival(time(k));
    }
  }

  /** Returns the start of the interval, in seconds. */
  double from() {
    return from;
  }

  /** Returns the end of the interval, in seconds. */
  double to() {
    return to;
  }

  /** Returns the time of a node, in seconds. */
  double time(int node) {
    return from + (to - from) / 2 * (1 + NODE[node]);
  }

  /** Returns the weight of a node in integrals over the interval, in seconds. */
  double width(int node) {
    return (to - from) / 2 * WEIGHT[node];
  }

  /** Returns the survival function of the curve at a node. */
  double survival(int node) {
    return survival[node];
  }

  /** Returns the integral of the survival function over the interval, in seconds. */
  double integral() {
    double sum = 0;
    for (int k = 0; k < NODES; k++) {
      sum += width(k) * survival[k];
    }
    return sum;
  }
}
