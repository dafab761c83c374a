package io.flowgauge.probabilistic.fourier;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Fast Fourier transforms of one length, a power of 2, in place. The transform stays in the order
 * that the butterflies produce, which the inverse expects. Immutable and thread-safe.
 */
final class Fourier {
  private static final AtomicReferenceArray<Fourier> MADE =
      new AtomicReferenceArray<>(Integer.SIZE);

  private final int size;

  /**
   * Roots of unity: {@code e^(-iπk/h)}, for the stage whose butterflies span h, is at index {@code
   * h + k}.
   */
  private final double[] cos;

  private final double[] sin;

  private Fourier(int size) {
    this.size = size;
    cos = new double[4 * size];
    sin = new double[4 * size];
    for (int span = 1; span <= 2 * size; span *= 2) {
      for (int k = 0; k < span; k++) {
        cos[span + k] = Math.cos(Math.PI * k / span);
        sin[span + k] = -Math.sin(Math.PI * k / span);
      }
    }
  }

  static Fourier ofSize(int size) {
    int place = Integer.numberOfTrailingZeros(size);
    Fourier made = MADE.get(place);
    if (made == null) {
      made = new Fourier(size);
      MADE.set(place, made);
    }
    return made;
  }

  /** Cosine of {@code π k / (2 size)}. */
  double cosine(int k) {
    return cos[2 * size + k];
  }

  /** Sine of {@code π k / (2 size)}. */
  double sine(int k) {
    return -sin[2 * size + k];
  }

  void transform(double[] re, double[] im) {
    for (int span = size / 2; span >= 1; span /= 2) {
      for (int from = 0; from < size; from += 2 * span) {
        forwardPass(re, im, from, span);
      }
    }
  }

  private void forwardPass(double[] re, double[] im, int from, int span) {
    for (int k = from; k < from + span; k++) {
      double c = cos[span + k - from];
      double s = sin[span + k - from];
      double x = re[k] - re[k + span];
      double y = im[k] - im[k + span];
      re[k] += re[k + span];
      im[k] += im[k + span];
      re[k + span] = x * c - y * s;
      im[k + span] = x * s + y * c;
    }
  }

  /** Computes the inverse transform times the length. */
  void invert(double[] re, double[] im) {
    for (int span = 1; span < size; span *= 2) {
      for (int from = 0; from < size; from += 2 * span) {
        inversePass(re, im, from, span);
      }
    }
  }

  private void inversePass(double[] re, double[] im, int from, int span) {
    for (int k = from; k < from + span; k++) {
      double c = cos[span + k - from];
      double s = sin[span + k - from];
      double x = re[k + span] * c + im[k + span] * s;
      double y = im[k + span] * c - re[k + span] * s;
      re[k + span] = re[k] - x;
      im[k + span] = im[k] - y;
      re[k] += x;
      im[k] += y;
    }
  }
}
