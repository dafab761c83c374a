package io.flowgauge.probabilistic.fourier;

import java.util.Arrays;

/**
 * The transform of masses on n points; the product of two is the transform of their sum. The masses
 * of a sum beyond n points wrap around to the start with the opposite sign: polynomials are
 * multiplied modulo {@code x^n + 1}. This equals complex polynomials modulo {@code x^(n/2) - i},
 * which need Fourier transforms of only half the length. Not thread-safe.
 */
public final class Spectrum {
  private final Fourier fourier;
  private final double[] re;
  private final double[] im;

  private Spectrum(double[] re, double[] im) {
    this.re = re;
    this.im = im;
    fourier = Fourier.ofSize(re.length);
  }

  /**
   * Returns the transform of the empty sum.
   *
   * @param points number of points, a power of 2
   * @return the transform of all mass at point 0
   */
  public static Spectrum ofEmptySum(int points) {
    double[] ones = new double[points / 2];
    Arrays.fill(ones, 1);
    return new Spectrum(ones, new double[points / 2]);
  }

  /**
   * The transform of masses.
   *
   * @param masses probabilities of the first points, no more of them than there are points
   * @param points number of points, a power of 2
   */
  public static Spectrum of(double[] masses, int points) {
    int half = points / 2;
    double[] re = Arrays.copyOf(masses, half);
    double[] im = new double[half];
    System.arraycopy(
        masses, Math.min(half, masses.length), im, 0, Math.max(0, masses.length - half));
    Spectrum spectrum = new Spectrum(re, im);
    spectrum.turn(1);
    spectrum.fourier.transform(re, im);
    return spectrum;
  }

  /** Multiplies point k by {@code e^(i π k / n)}, or divides by it if the sign is negative. */
  private void turn(int sign) {
    for (int k = 0; k < re.length; k++) {
      double c = fourier.cosine(k);
      double s = sign * fourier.sine(k);
      double x = re[k] * c - im[k] * s;
      im[k] = re[k] * s + im[k] * c;
      re[k] = x;
    }
  }

  /**
   * Multiplies by another transform, which adds an independent sum to this one.
   *
   * @param other a transform on the same number of points
   */
  public void multiplyBy(Spectrum other) {
    for (int k = 0; k < re.length; k++) {
      double real = re[k] * other.re[k] - im[k] * other.im[k];
      im[k] = re[k] * other.im[k] + im[k] * other.re[k];
      re[k] = real;
    }
  }

  /**
   * Multiplies by a power of a transform. The factor is overwritten.
   *
   * @param factor a transform on the same number of points
   * @param exponent how many times its sum is added, 0 or more
   */
  public void multiplyByPower(Spectrum factor, long exponent) {
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        multiplyBy(factor);
      }
      if (rest > 1) {
        factor.multiplyBy(factor);
      }
    }
  }

  /**
   * Returns the masses of the sum. The transform is overwritten.
   *
   * @param first number of the first point that is returned
   * @return probabilities of n points, some slightly negative by round-off
   */
  public double[] masses(long first) {
    fourier.invert(re, im);
    turn(-1);
    int points = 2 * re.length;
    double[] masses = new double[points];
    for (int k = 0; k < points; k++) {
      int place = (int) Math.floorMod(first + k, (long) points);
      boolean isOdd = (Math.floorDiv(first + k, (long) points) & 1) == 1;
      double value = place < re.length ? re[place] : im[place - re.length];
      masses[k] = (isOdd ? -value : value) / re.length;
    }
    return masses;
  }
}
