package io.flowgauge.probabilistic.order;

/** Nodes and weights of a Gauss-Legendre rule on [-1, 1], found by Newton's iteration. */
final class GaussLegendre {
  private static final int STEPS = 100;

  final double[] nodes;
  final double[] weights;

  GaussLegendre(int count) {
    nodes = new double[count];
    weights = new double[count];
    for (int k = 0; k < count; k++) {
      place(k, Math.cos(Math.PI * (k + 0.75) / (count + 0.5)));
    }
  }

  private void place(int k, double guess) {
    double x = guess;
    double slope = 0;
    for (int step = 0; step < STEPS; step++) {
      double[] value = legendre(nodes.length, x);
      slope = value[1];
      double move = value[0] / slope;
      x -= move;
      if (Math.abs(move) < Math.ulp(1.0)) {
        break;
      }
    }
    nodes[k] = x;
    weights[k] = 2 / ((1 - x * x) * slope * slope);
  }

  /** Returns the Legendre polynomial and its derivative, by the three-term recurrence. */
  private static double[] legendre(int degree, double x) {
    double before = 1;
    double value = x;
    for (int k = 2; k <= degree; k++) {
      double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
      before = value;
      value = next;
    }
    return new double[] {value, degree * (x * value - before) / (x * x - 1)};
  }
}
