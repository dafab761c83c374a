package io.flowgauge.probabilistic.draw;

/** Quantiles to draw from by 32-bit numbers. Implementations are immutable and thread-safe. */
interface QuantileSource {
  /** The probability, in (0, 1), of a quantile above that of a 32-bit number. */
  static double survival(int bits) {
    return (Integer.toUnsignedLong(~bits) + 0.5) * 0x1p-32;
  }

  /**
   * Quantiles of many numbers.
   *
   * @param bits probabilities in units of 2^-32, unsigned
   * @param scale each quantile is multiplied with it
   */
  void fill(int[] bits, float[] out, int count, float scale);

  /**
   * Quantiles of what is above some time: the random numbers stand for the part of the probability
   * that is there.
   *
   * @param bits as of {@link #fill}
   * @param above probability of the part, not below {@link QuantileTable#LEAST}
   */
  void fillAbove(int[] bits, float[] out, double above, double offset, double scale);
}
