package io.flowgauge.probabilistic.sampling;

/** Activities of which each delayed the next, and how long each took. Filled from its end on. */
public final class DelayChain {
  private final int[] activities;
  private final double[] seconds;
  private int open;

  /** An empty chain. */
  public DelayChain(int length) {
    activities = new int[length];
    seconds = new double[length];
    open = length;
  }

  /**
   * The activities, once all have been put: their numbers, the first to run first; not to be
   * written to.
   */
  public int[] activities() {
    return activities;
  }

  /**
   * How long each activity took, once all have been put: seconds, in the order of {@link
   * #activities}; not to be written to.
   */
  public double[] seconds() {
    return seconds;
  }

  /**
   * Puts an activity before those that have been put.
   *
   * @param duration how long it took, in seconds
   */
  public void prepend(int activity, double duration) {
    activities[--open] = activity;
    seconds[open] = duration;
  }
}
