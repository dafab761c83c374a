package io.flowgauge.probabilistic.draw;

/**
 * A quantile function that is evaluated at 32-bit random numbers. Implementations are immutable and
 * thread-safe.
 */
interface QuantileSource {
  /** Returns the probability, in (0, 1), of exceeding the quantile of a 32-bit number. */
  static double survival(int bits) {
    return (Integer.toUnsignedLong(~bits) + 0.5) * 0x1p-32;
  }

  /**
   * Computes the quantiles of many numbers.
   *
   * @param bits probabilities in units of 2^-32, unsigned
   * @param scale factor of each quantile
   */
  void fill(int[] bits, float[] out, int count, float scale);

  /**
   * Computes quantiles of the distribution above some time: the random numbers are spread over that
   * part of the probability.
   *
   * @param bits as for {@link #fill}
   * @param above probability of that part, not below {@link QuantileTable#LEAST}
   */
  void fillAbove(int[] bits, float[] out, double above, double offset, double scale);
}
