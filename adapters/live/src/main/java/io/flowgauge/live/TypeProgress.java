package io.flowgauge.live;

/**
 * The progress of the activities of a type. Every activity counts once. Immutable and thread-safe.
 *
 * @param type the type; empty for activities without one
 * @param waiting number of activities that have not begun
 * @param submitted number that were started or submitted, and wait to run
 * @param running number that run or are suspended
 * @param completed number that have completed
 * @param failed number whose last attempt failed or was aborted; they may be tried again
 * @param skipped number on branches that were not taken
 */
public record TypeProgress(
    String type, int waiting, int submitted, int running, int completed, int failed, int skipped) {

  /**
   * Number of activities of the type known so far.
   *
   * @return the sum of all numbers
   */
  public int total() {
    return waiting + submitted + running + completed + failed + skipped;
  }

  /**
   * Number of activities whose stage is final.
   *
   * @return the number completed or skipped
   */
  public int over() {
    return completed + skipped;
  }
}
