package io.flowgauge.probabilistic.draw;

/**
 * Quantiles of a law with finitely many values, found by search. They take less memory than a
 * table, and longer to draw. Immutable and thread-safe.
 */
final class StepQuantiles implements QuantileSource {
  private final float[] values;

  /** Probability that each value is exceeded. */
  private final double[] above;

  /**
   * Index for the search: with probability divided into as many equal parts as there are values,
   * the first value of each part.
   */
  private final int[] first;

  /**
   * Prepares a law.
   *
   * @param values in ascending order
   * @param above of each value, the probability that it is exceeded
   */
  StepQuantiles(float[] values, double[] above) {
    this.values = values;
    this.above = above;
    first = new int[values.length];
    int value = 0;
    for (int part = 0; part < first.length; part++) {
      while (above[value] > 1 - (double) part / first.length) {
        value++;
      }
      first[part] = value;
    }
  }

  @Override
  public void fill(int[] bits, float[] out, int count, float scale) {
    for (int k = 0; k < count; k++) {
      out[k] = scale * upper(QuantileSource.survival(bits[k]));
    }
  }

  @Override
  public void fillAbove(int[] bits, float[] out, double part, double offset, double scale) {
    for (int k = 0; k < out.length; k++) {
      out[k] = (float) (offset + scale * upper(part * QuantileSource.survival(bits[k])));
    }
  }

  /** Returns the smallest value that is exceeded with at most the given probability. */
  private float upper(double survival) {
    int value = first[(int) ((1 - survival) * first.length)];
    while (above[value] > survival) {
      value++;
    }
    return values[value];
  }
}
