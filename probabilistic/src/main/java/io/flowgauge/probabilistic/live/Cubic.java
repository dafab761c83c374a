package io.flowgauge.probabilistic.live;

/** Lagrange interpolation between four points. Stateless and thread-safe. */
final class Cubic {
  private Cubic() {}

  /**
   * Returns the weights of the values at four ascending points, of which {@code first} is the
   * first.
   */
  static double[] weights(double[] points, int first, double at) {
    double[] weights = new double[4];
    for (int k = 0; k < 4; k++) {
      double product = 1;
      for (int j = 0; j < 4; j++) {
        if (j != k) {
          product *= (at - points[first + j]) / (points[first + k] - points[first + j]);
        }
      }
      weights[k] = product;
    }
    return weights;
  }
}
