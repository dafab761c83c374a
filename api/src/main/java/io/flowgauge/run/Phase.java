package io.flowgauge.run;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A named phase of an activity's last attempt. Immutable and thread-safe.
 *
 * @param name its name; names of {@link PhaseType} have a meaning, others are kept, and their time
 *     counts as part of the interval around them
 * @param beginNanos when it begins, in nanoseconds since 1970-01-01T00:00:00Z
 * @param endNanos when it ends, in nanoseconds since 1970-01-01T00:00:00Z; not before it begins
 */
public record Phase(String name, long beginNanos, long endNanos) {
  /**
   * Checks the parts.
   *
   * @param name its name
   * @param beginNanos when it begins
   * @param endNanos when it ends
   * @throws IllegalArgumentException if it ends before it begins
   */
  public Phase {
    Objects.requireNonNull(name, "name");
    if (endNanos < beginNanos) {
      throw new IllegalArgumentException(
          "phase " + name + " ends " + (beginNanos - endNanos) + " ns before it begins");
    }
  }

  /**
   * The type that the name stands for.
   *
   * @return the phase type, or empty if the name is not that of a known type
   */
  public Optional<PhaseType> type() {
    return PhaseType.of(name);
  }

  /**
   * Its length.
   *
   * @return a duration of zero or more
   */
  public Duration duration() {
    return Duration.ofNanos(endNanos - beginNanos);
  }
}
