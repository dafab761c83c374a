package io.flowgauge.learning.forecast;

/** Cholesky decomposition A = L L' of a symmetric positive definite matrix. Immutable. */
final class Cholesky {
  private final double[][] root;

  private Cholesky(double[][] root) {
    this.root = root;
  }

  /**
   * Decomposes a matrix.
   *
   * @param lower its lower half, which is overwritten by L
   */
  static Cholesky of(double[][] lower) {
    for (int k = 0; k < lower.length; k++) {
      for (int j = 0; j <= k; j++) {
        double sum = lower[k][j];
        for (int i = 0; i < j; i++) {
          sum -= lower[k][i] * lower[j][i];
        }
        lower[k][j] = k == j ? Math.sqrt(sum) : sum / lower[j][j];
      }
    }
    return new Cholesky(lower);
  }

  /** Solves L x = b. */
  double[] solve(double... right) {
    double[] x = new double[right.length];
    for (int k = 0; k < x.length; k++) {
      double sum = right[k];
      for (int j = 0; j < k; j++) {
        sum -= root[k][j] * x[j];
      }
      x[k] = sum / root[k][k];
    }
    return x;
  }

  /** The logarithm of the determinant of L. */
  double logRoot() {
    double sum = 0;
    for (int k = 0; k < root.length; k++) {
      sum += Math.log(root[k][k]);
    }
    return sum;
  }
}
