package io.flowgauge.probabilistic.draw;

/** Turns counters into random numbers, so that any of them can be computed without the others. */
public final class Hash {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private Hash() {}

  /**
   * Applies a bijection of 32 bits in which every bit of the argument changes about half of the
   * result's bits.
   */
  static int mix(int counter) {
    int x = counter;
    x = (x ^ (x >>> 16)) * 0x7feb352d;
    x = (x ^ (x >>> 15)) * 0x846ca68b;
    return x ^ (x >>> 16);
  }

  /**
   * Returns the number at a place in a random sequence.
   *
   * @param seed which sequence
   * @param place which of its numbers, counted from 0 on
   * @return a number, uniform over all values
   */
  public static long of(long seed, long place) {
    long x = seed + (place + 1) * GAMMA;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
