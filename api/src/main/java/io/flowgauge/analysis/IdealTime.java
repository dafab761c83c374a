package io.flowgauge.analysis;

import java.util.Objects;

/**
 * Ideal time of an activity with its provenance. Immutable and thread-safe.
 *
 * @param seconds the time in seconds
 * @param source where it came from
 */
public record IdealTime(Measured seconds, IdealSource source) {
  /**
   * Checks the parts.
   *
   * @param seconds the time
   * @param source where it came from
   */
  public IdealTime {
    Objects.requireNonNull(seconds, "seconds");
    Objects.requireNonNull(source, "source");
  }
}
