package io.flowgauge.probabilistic.sampling;

/** Draws samples in blocks and finds what determined each makespan. Not thread-safe. */
public interface Tracer {
  /** Samples of a block. */
  int BLOCK = BlockPass.LANES;

  /**
   * Draws a block of samples; the same ones for the same place.
   *
   * @param first place of the first of them
   */
  void draw(int first);

  /**
   * The makespan of a sample of the block.
   *
   * @param lane number of the sample, less than {@link #BLOCK}
   * @return seconds
   */
  double makespan(int lane);

  /**
   * The path that made the makespan of a sample of the block.
   *
   * @param lane number of the sample, less than {@link #BLOCK}
   * @return activities of which each delayed the next
   */
  DelayChain chain(int lane);
}
