package io.flowgauge.probabilistic.order;

/**
 * Logarithms: a fast one, and one of complements without cancellation. Stateless and thread-safe.
 */
final class Logs {
  private static final double LN_2 = Math.log(2);

  private static final int MANTISSA_BITS = 52;
  private static final int BIAS = 1023;

  private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
  private static final long ONE = (long) BIAS << MANTISSA_BITS;

  /** Number of leading bits of a mantissa that give its interval. */
  private static final int LEADING_BITS = 7;

  private static final int INTERVALS = 1 << LEADING_BITS;

  /** The reciprocal and the logarithm of the middle of each interval of mantissas from 1 to 2. */
  private static final double[] FACTORS = factors();

  private Logs() {}

  private static double[] factors() {
    double[] all = new double[2 * INTERVALS];
    for (int k = 0; k < INTERVALS; k++) {
      double middle = 1 + (k + 0.5) / INTERVALS;
      all[2 * k] = 1 / middle;
      all[2 * k + 1] = Math.log(middle);
    }
    return all;
  }

  /**
   * Returns {@code ln x} with an error of at most 2e-15 plus two units in its last place, for a
   * normal positive number. For any other number, the result is below -707 or above 709. It is
   * faster than {@link Math#log}, because compilers inline it.
   */
  static double fast(double x) {
    long bits = Double.doubleToRawLongBits(x);
    int at = 2 * (int) ((bits >>> (MANTISSA_BITS - LEADING_BITS)) & (INTERVALS - 1));
    double mantissa = Double.longBitsToDouble((bits & MANTISSA) | ONE);
    double r = mantissa * FACTORS[at] - 1;
    double square = r * r;
    double log1p = r - square * (1.0 / 2 - r * (1.0 / 3) + square * (1.0 / 4 - r * (1.0 / 5)));
    int exponent = (int) (bits >>> MANTISSA_BITS) - BIAS;
    return exponent * LN_2 + FACTORS[at + 1] + log1p;
  }

  /** Returns {@code ln(1 - e^a)} for a at most 0. */
  static double log1mExp(double a) {
    return a > -LN_2 ? Math.log(-Math.expm1(a)) : Math.log1p(-Math.exp(a));
  }
}
