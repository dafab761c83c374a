package io.flowgauge.run;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A state of an attempt with its leading and ending event: a node of the execution graph P(a).
 * Immutable and thread-safe.
 *
 * @param state the state
 * @param leading the event that began it
 * @param ending the event that ended it; empty for an open state
 * @param endNanos time of the ending event or, for an open state, t_now; in nanoseconds since
 *     1970-01-01T00:00:00Z
 */
public record StateInterval(
    ActivityState state, ActivityEvent leading, Optional<ActivityEvent> ending, long endNanos) {
  /**
   * Checks the parts.
   *
   * @param state the state
   * @param leading the event that began it
   * @param ending the event that ended it
   * @param endNanos its end, or t_now
   */
  public StateInterval {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(leading, "leading");
    Objects.requireNonNull(ending, "ending");
  }

  /**
   * Whether the activity is still in this state.
   *
   * @return true if there is no ending event
   */
  public boolean isOpen() {
    return ending.isEmpty();
  }

  /**
   * How long the state lasted, or has lasted up to t_now.
   *
   * @return the duration; negative if the clocks of two hosts disagree
   */
  public Duration duration() {
    return Duration.ofNanos(endNanos - leading.epochNanos());
  }
}
