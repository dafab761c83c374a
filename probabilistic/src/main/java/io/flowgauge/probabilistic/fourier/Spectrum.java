package io.flowgauge.probabilistic.fourier;

import java.util.Arrays;

/**
 * Transforms of masses on n points, whose products are transforms of sums. What a sum has beyond n
 * points comes back at the start with the opposite sign: so polynomials modulo {@code x^n + 1} are
 * multiplied, which are those with complex coefficients modulo {@code x^(n/2) - i}, and take
 * Fourier transforms of half the length. Not thread-safe.
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
   * The transform of a sum of nothing.
   *
   * @param points number of points, a power of 2
   * @return all mass at point 0
   */
  public static Spectrum ofNothing(int points) {
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

  /** Multiplies point k with {@code e^(i π k / n)}, or divides. */
  private void turn(int sign) {
    for (int k = 0; k < re.length; k++) {
      double c = fourier.turnCos(k);
      double s = sign * fourier.turnSin(k);
      double x = re[k] * c - im[k] * s;
      im[k] = re[k] * s + im[k] * c;
      re[k] = x;
    }
  }

  /**
   * Adds an independent sum to this one.
   *
   * @param other a transform on as many points
   */
  public void multiplyBy(Spectrum other) {
    for (int k = 0; k < re.length; k++) {
      double real = re[k] * other.re[k] - im[k] * other.im[k];
      im[k] = re[k] * other.im[k] + im[k] * other.re[k];
      re[k] = real;
    }
  }

  /**
   * Multiplies by a power, squaring the factor as it goes; the factor is used up.
   *
   * @param factor a transform on as many points
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
   * Masses of the points from some number on, which is where those of the sum are. Uses the
   * transform up.
   *
   * @return probabilities of as many points as there are, slightly negative ones by round-off
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
