package io.flowgauge.probabilistic.sampling;

/** Draws makespans, deterministically for a seed. Implementations are thread-safe. */
public interface Sampler {
  /** Samples of one set; sets are independent of each other. */
  int set();

  /** In how many samples of a set each duration occurs. */
  default int turns() {
    return 1;
  }

  /**
   * Draws a set of makespans.
   *
   * @param out receives {@link #set()} makespans
   * @param at where to put the first
   */
  void draw(long seed, double[] out, int at);
}
