package io.flowgauge.probabilistic.order;

/**
 * The errors of the survival function of a {@link Tail}. Noise r in the logarithm of a part causes
 * no greater noise in that of a sum, because {@code ∫ S(x) e^r(x) dF(t-x)} is between {@code S
 * e^-r} and {@code S e^r}; the noise of several parts has both signs and hardly adds up.
 * Probability missing from a part, however, may be all the probability that the sum has there.
 * Immutable and thread-safe.
 *
 * @param cut probability that is cut off at the upper end
 * @param floor absolute error of the survival function
 * @param noise further error of its logarithm
 */
record TailAccuracy(double cut, double floor, double noise) {
  /**
   * Factor between the cuts of a sum and its parts. Because the sum is cut off earlier, the tails
   * cut off from its parts matter less.
   */
  static final double CUT_GROWTH = 4;

  /** Returns the error of a law before it is tabulated. */
  static TailAccuracy ofLaw(double cut) {
    return new TailAccuracy(cut, 0, 0);
  }

  /** Returns the error of a sum of two times before it is tabulated. */
  TailAccuracy plus(TailAccuracy other) {
    return new TailAccuracy(
        CUT_GROWTH * Math.max(cut, other.cut), floor + other.floor, Math.max(noise, other.noise));
  }

  /** Includes another panel, whose logarithm has the given error. */
  TailAccuracy withNoise(double off) {
    return new TailAccuracy(cut, floor, Math.max(noise, off));
  }

  /** Includes another panel, whose survival has the given error. */
  TailAccuracy withFloor(double off) {
    return new TailAccuracy(cut, Math.max(floor, off), noise);
  }
}
