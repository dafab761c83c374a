package io.flowgauge.learning.service;

import java.util.Objects;

/**
 * Work that was done. Immutable and thread-safe.
 *
 * @param work the work
 * @param seconds how long it took, 0 or more
 */
public record Observation(Work work, double seconds) {
  /**
   * Checks the time.
   *
   * @throws IllegalArgumentException if it is below 0 or not finite
   */
  public Observation {
    Objects.requireNonNull(work, "work");
    if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "seconds of " + work.type() + " must be 0 or more and finite, but are " + seconds);
    }
  }
}
