package io.flowgauge.learning.reading;

/**
 * Attempts by their end. Immutable and thread-safe.
 *
 * @param failed how many failed
 * @param completed how many completed
 */
public record AttemptCount(int failed, int completed) {
  /** No attempt. */
  public static final AttemptCount NONE = new AttemptCount(0, 0);

  static AttemptCount of(AttemptTime attempt) {
    return attempt.failed() ? new AttemptCount(1, 0) : new AttemptCount(0, 1);
  }

  /** All attempts. */
  public int attempts() {
    return failed + completed;
  }

  /** Those of both. */
  public AttemptCount plus(AttemptCount other) {
    return new AttemptCount(failed + other.failed, completed + other.completed);
  }
}
