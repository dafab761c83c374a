package io.flowgauge.learning.reading;

/**
 * Attempts by their outcome. Immutable and thread-safe.
 *
 * @param failed how many failed
 * @param completed how many completed
 */
public record AttemptCount(int failed, int completed) {
  /** No attempts. */
  public static final AttemptCount NONE = new AttemptCount(0, 0);

  static AttemptCount of(AttemptTime attempt) {
    return attempt.failed() ? new AttemptCount(1, 0) : new AttemptCount(0, 1);
  }

  /** Number of all attempts. */
  public int attempts() {
    return failed + completed;
  }

  /** Returns the attempts of both. */
  public AttemptCount plus(AttemptCount other) {
    return new AttemptCount(failed + other.failed, completed + other.completed);
  }
}
