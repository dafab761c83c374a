package io.flowgauge.probabilistic.order;

/**
 * Interpolation by Chebyshev polynomials on [-1, 1] through samples at the extrema of the first
 * omitted polynomial. The polynomials of many intervals may share one array. Immutable and
 * thread-safe.
 */
final class Chebyshev {
  final int terms;

  /** Where functions are sampled, in ascending order from -1 to 1. */
  final double[] nodes;

  /** Matrix from samples to coefficients, with one row per sample. */
  private final double[] transform;

  /** Coefficients of powers, with one row per Chebyshev polynomial. */
  private final double[] monomials;

  /**
   * Prepares interpolation.
   *
   * @param terms number of polynomials, odd, so that 0 is a node
   */
  Chebyshev(int terms) {
    this.terms = terms;
    nodes = new double[terms];
    transform = new double[terms * terms];
    int last = terms - 1;
    for (int k = 0; k < terms; k++) {
      nodes[k] = k == last / 2 ? 0 : -Math.cos(Math.PI * k / last);
      for (int j = 0; j < terms; j++) {
        double weight = (isEnd(j) ? 1.0 : 2.0) / (isEnd(k) ? 2.0 : 1.0) / last;
        transform[k * terms + j] = weight * Math.cos(Math.PI * j * (last - k) / last);
      }
    }
    monomials = monomials();
  }

  private double[] monomials() {
    double[] all = new double[terms * terms];
    all[0] = 1;
    all[terms + 1] = 1;
    for (int k = 2; k < terms; k++) {
      for (int j = 0; j <= k; j++) {
        double twice = j == 0 ? 0 : 2 * all[(k - 1) * terms + j - 1];
        all[k * terms + j] = twice - all[(k - 2) * terms + j];
      }
    }
    return all;
  }

  private boolean isEnd(int k) {
    return k == 0 || k == terms - 1;
  }

  double[] fit(double[] samples) {
    double[] all = new double[terms];
    for (int k = 0; k < terms; k++) {
      int row = k * terms;
      for (int j = 0; j < terms; j++) {
        all[j] += transform[row + j] * samples[k];
      }
    }
    return all;
  }

  /** Adds to {@code sums} the value of each polynomial at x, times the factor. */
  void addValues(double factor, double x, double[] sums) {
    double before = factor;
    double now = factor * x;
    sums[0] += before;
    for (int k = 1; k < terms; k++) {
      sums[k] += now;
      double next = 2 * x * now - before;
      before = now;
      now = next;
    }
  }

  /** Returns the weights of samples in an integral, given the integrals of the polynomials. */
  double[] weights(double[] integrals) {
    double[] weights = new double[terms];
    for (int k = 0; k < terms; k++) {
      double sum = 0;
      for (int j = 0; j < terms; j++) {
        sum += transform[k * terms + j] * integrals[j];
      }
      weights[k] = sum;
    }
    return weights;
  }

  /** Converts a fit to coefficients of powers, for {@link #value}. */
  double[] powers(double[] fit) {
    double[] powers = new double[terms];
    for (int k = 0; k < terms; k++) {
      for (int j = k % 2; j <= k; j += 2) {
        powers[j] += fit[k] * monomials[k * terms + j];
      }
    }
    return powers;
  }

  /** Returns the coefficients of powers of the derivative, the last of which is 0. */
  double[] slopes(double[] powers) {
    double[] slopes = new double[terms];
    for (int k = 1; k < terms; k++) {
      slopes[k - 1] = k * powers[k];
    }
    return slopes;
  }

  /** Evaluates coefficients of powers, by Horner's rule for even and odd powers side by side. */
  double value(double[] powers, int offset, double x) {
    double square = x * x;
    double even = powers[offset + terms - 1];
    double odd = 0;
    for (int k = offset + terms - 2; k > offset; k -= 2) {
      odd = odd * square + powers[k];
      even = even * square + powers[k - 1];
    }
    return even + x * odd;
  }
}
