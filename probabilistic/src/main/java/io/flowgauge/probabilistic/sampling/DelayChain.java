package io.flowgauge.probabilistic.sampling;

/**
 * A chain of activities, each of which delayed the next, and how long each took. Filled from its
 * end. Not thread-safe.
 */
public final class DelayChain {
  private final int[] activities;
  private final double[] seconds;
  private int open;

  /** Creates an empty chain. */
  public DelayChain(int length) {
    activities = new int[length];
    seconds = new double[length];
    open = length;
  }

  /**
   * Returns the numbers of the activities, the first to run first; valid once the chain is filled.
   * Callers must not modify the array.
   */
  public int[] activities() {
    return activities;
  }

  /**
   * Returns how long each activity took in seconds, in the order of {@link #activities}; valid once
   * the chain is filled. Callers must not modify the array.
   */
  public double[] seconds() {
    return seconds;
  }

  /**
   * Adds an activity before those added so far.
   *
   * @param duration how long it took, in seconds
   */
  public void prepend(int activity, double duration) {
    activities[--open] = activity;
    seconds[open] = duration;
  }
}
