package io.flowgauge.probabilistic.resubmission;

/**
 * When copies of a job are submitted and cancelled. Immutable and thread-safe.
 *
 * @param interval seconds between submissions
 * @param timeout age in seconds at which a copy is cancelled
 */
record Submissions(int copies, double interval, double timeout) {
  /** Greatest number of overlapping submissions; no user submits more often. */
  private static final int MOST_ALIVE = 100;

  Submissions {
    check("timeout", timeout);
    check("time between submissions", interval);
    if (timeout / interval > MOST_ALIVE) {
      throw new IllegalArgumentException(
          "time between submissions must be at least 1/"
              + MOST_ALIVE
              + " of the timeout of "
              + timeout
              + " s, but is "
              + interval
              + " s");
    }
  }

  private static void check(String name, double seconds) {
    if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          name + " must be above 0 and finite, but is " + seconds + " s");
    }
  }
}
