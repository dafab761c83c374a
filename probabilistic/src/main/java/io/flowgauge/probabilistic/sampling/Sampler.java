package io.flowgauge.probabilistic.sampling;

/** Draws makespans, deterministically for a seed. Implementations are thread-safe. */
public interface Sampler {
  /** Returns the number of samples of a set; sets are independent of each other. */
  int setSize();

  /** Returns the number of samples of a set in which each duration is used. */
  default int turns() {
    return 1;
  }

  /**
   * Draws a set of makespans.
   *
   * @param out receives {@link #setSize()} makespans
   * @param at index at which to put the first
   */
  void draw(long seed, double[] out, int at);
}
