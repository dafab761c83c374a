package io.flowgauge.probabilistic.curve;

/**
 * A survival function in a table that is fast to read. The width of its cells is proportional to
 * the distance from the lower end, so that neither a singular lower end nor a long tail needs many;
 * polynomials of the fifth degree interpolate between them. Immutable and thread-safe.
 */
public final class GradedCurve implements Curve {
  private static final int OCTAVES = 24;
  private static final int DEGREE = 5;

  private final double lower;
  private final double range;
  private final int parts;
  private final double[] survival;

  /**
   * Creates a curve from known values. The array is not copied.
   *
   * @param lower lower end in seconds
   * @param upper upper end in seconds
   * @param parts cells per doubling of the distance, at least 6
   * @param survival values of the survival function at {@link #times}
   */
  public GradedCurve(double lower, double upper, int parts, double[] survival) {
    this.lower = lower;
    this.parts = parts;
    this.survival = survival;
    range = upper - lower;
  }

  /**
   * Returns a table of a curve, or the curve itself if it jumps.
   *
   * @param parts cells per doubling of the distance, at least 6
   * @return a curve that is fast to read
   */
  public static Curve of(Curve curve, int parts) {
    if (curve.jumps().length > 0) {
      return curve;
    }
    double[] survival = times(curve.lower(), curve.upper(), parts);
    for (int k = 0; k < survival.length; k++) {
      survival[k] = curve.survival(survival[k]);
    }
    return new GradedCurve(curve.lower(), curve.upper(), parts, survival);
  }

  /**
   * Returns the times at which a table holds values.
   *
   * @param lower lower end in seconds
   * @param upper upper end in seconds
   * @param parts cells per doubling of the distance, at least 6
   * @return seconds, ascending
   */
  public static double[] times(double lower, double upper, int parts) {
    double[] times = new double[OCTAVES * parts + 1];
    for (int k = 0; k < times.length; k++) {
      double place = Math.scalb(1 + (double) (k % parts) / parts, k / parts - OCTAVES);
      times[k] = lower + place * (upper - lower);
    }
    return times;
  }

  @Override
  public double survival(double t) {
    double place = (t - lower) / range;
    if (place <= 0) {
      return 1;
    }
    if (place >= 1) {
      return 0;
    }
    int exponent = Math.getExponent(place);
    if (exponent < -OCTAVES) {
      return 1 - Math.scalb(place, OCTAVES) * (1 - survival[0]);
    }
    double inOctave = (Math.scalb(place, -exponent) - 1) * parts;
    return between((exponent + OCTAVES) * parts, inOctave);
  }

  /**
   * Returns the polynomial through six points of one octave, clamped to the two neighbouring
   * values.
   */
  private double between(int first, double inOctave) {
    int cell = (int) inOctave;
    int base = Math.max(0, Math.min(cell - 2, parts - DEGREE));
    double low = survival[first + cell + 1];
    double high = survival[first + cell];
    return Math.max(low, Math.min(high, polynomial(first + base, inOctave - base)));
  }

  private double polynomial(int k, double u) {
    double v = u - 1;
    double w = u - 2;
    double x = u - 3;
    double y = u - 4;
    double z = u - 5;
    double uv = u * v;
    double wx = w * x;
    double yz = y * z;
    double left = yz * (wx * (u * survival[k + 1] / 24 - v * survival[k] / 120));
    double middle = uv * yz * (w * survival[k + 3] - x * survival[k + 2]) / 12;
    double right = uv * (wx * (y * survival[k + 5] / 120 - z * survival[k + 4] / 24));
    return left + middle + right;
  }

  @Override
  public double lower() {
    return lower;
  }

  @Override
  public double upper() {
    return lower + range;
  }
}
