package io.flowgauge.live;

/**
 * How far the activities of a type are. Every activity counts once. Immutable and thread-safe.
 *
 * @param type the type; empty for activities without one
 * @param waiting those that have not begun
 * @param submitted those that were begun or submitted, and wait to run
 * @param running those that run, or are suspended
 * @param completed those that have completed
 * @param failed those whose last attempt failed or was aborted; they may be tried again
 * @param skipped those on branches that were not taken
 */
public record TypeProgress(
    String type, int waiting, int submitted, int running, int completed, int failed, int skipped) {

  /**
   * All activities of the type that are known so far.
   *
   * @return the sum of all
   */
  public int total() {
    return waiting + submitted + running + completed + failed + skipped;
  }

  /**
   * What will not change any more.
   *
   * @return those that completed or were skipped
   */
  public int over() {
    return completed + skipped;
  }
}
