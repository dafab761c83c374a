package io.flowgauge.probabilistic.order;

/**
 * What the survival function of a {@link Tail} lacks. Noise of a part is no greater in the sum's
 * logarithm, {@code ∫ S(x) e^r(x) dF(t-x)} being between {@code S e^-r} and {@code S e^r}, and as
 * it goes both ways it hardly adds up; what is missing from a part may be all there is of the sum.
 * Immutable and thread-safe.
 *
 * @param cut probability that is cut off at the upper end
 * @param floor probability to which survival is accurate
 * @param noise how far its logarithm may be off besides
 */
record TailAccuracy(double cut, double floor, double noise) {
  /** Tails cut off from the parts count less where the sum is cut off. */
  static final double CUT_GROWTH = 4;

  /** Error of a law before it is tabulated. */
  static TailAccuracy ofLaw(double cut) {
    return new TailAccuracy(cut, 0, 0);
  }

  /** Error of a sum of two before it is tabulated. */
  TailAccuracy plus(TailAccuracy other) {
    return new TailAccuracy(
        CUT_GROWTH * Math.max(cut, other.cut), floor + other.floor, Math.max(noise, other.noise));
  }

  /** The accuracy with another panel, whose logarithm is off by the given amount. */
  TailAccuracy withNoise(double off) {
    return new TailAccuracy(cut, floor, Math.max(noise, off));
  }

  /** The accuracy with another panel, which is off by the given amount. */
  TailAccuracy withFloor(double off) {
    return new TailAccuracy(cut, Math.max(floor, off), noise);
  }
}
