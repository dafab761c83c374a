package io.flowgauge.probabilistic.draw;

/** Computes exponentials of many numbers, to the accuracy of {@code float}. Stateless. */
final class Exponentials {
  private static final float LOG2_E = 1.442695f;

  /** Greatest magnitude of an exponent for which the power of two is a normal number. */
  private static final float MOST = 126;

  private static final int BIAS = 127;
  private static final int MANTISSA_BITS = 23;

  /**
   * Coefficients of the Taylor series of {@code 2^x}: the first omitted term is below 6e-9 for x up
   * to 1/2.
   */
  private static final float C1 = 0.6931472f;

  private static final float C2 = 0.2402265f;
  private static final float C3 = 0.05550411f;
  private static final float C4 = 0.009618129f;
  private static final float C5 = 0.0013333558f;
  private static final float C6 = 0.00015403530f;
  private static final float C7 = 0.000015252734f;

  private Exponentials() {}

  /**
   * Replaces each number x by {@code offset + factor * e^x}.
   *
   * @param x numbers; the exponential is limited to the range from 2^-126 to 2^126
   */
  static void replace(float[] x, int count, double factor, double offset) {
    float by = (float) factor;
    float plus = (float) offset;
    for (int k = 0; k < count; k++) {
      x[k] = plus + by * exp(x[k]);
    }
  }

  static float exp(float x) {
    float binary = Math.max(-MOST, Math.min(MOST, x * LOG2_E));
    int whole = (int) (binary + (BIAS + 0.5f)) - BIAS; // rounds, because the cast number is above 0
    float f = binary - whole;
    float part = 1 + f * (C1 + f * (C2 + f * (C3 + f * (C4 + f * (C5 + f * (C6 + f * C7))))));
    return part * Float.intBitsToFloat((whole + BIAS) << MANTISSA_BITS);
  }
}
