package io.flowgauge.run;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A named phase of an activity's last attempt. Immutable and thread-safe.
 *
 * @param name its name; those of {@link PhaseType} have a meaning, others are kept, and their time
 *     counts with what they lie in
 * @param beginNanos its begin, in nanoseconds since 1970-01-01T00:00:00Z
 * @param endNanos its end, in nanoseconds since 1970-01-01T00:00:00Z; not before its begin
 */
public record Phase(String name, long beginNanos, long endNanos) {
  /**
   * Checks the parts.
   *
   * @param name its name
   * @param beginNanos its begin
   * @param endNanos its end
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
   * Its meaning.
   *
   * @return the phase type, or empty if the name is none of the known ones
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
