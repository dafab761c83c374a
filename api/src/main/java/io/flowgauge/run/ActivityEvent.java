package io.flowgauge.run;

import io.flowgauge.trace.Times;
import java.time.Instant;
import java.util.Objects;

/**
 * An event of an activity. Immutable and thread-safe.
 *
 * @param activity id of the activity
 * @param type what happened
 * @param epochNanos when, in nanoseconds since 1970-01-01T00:00:00Z (years 1678 to 2262)
 * @param attempt the attempt it belongs to, counted from 1
 */
public record ActivityEvent(String activity, EventType type, long epochNanos, int attempt) {
  /**
   * Checks the parts.
   *
   * @param activity id of the activity
   * @param type what happened
   * @param epochNanos when
   * @param attempt the attempt it belongs to
   * @throws IllegalArgumentException if the attempt is below 1
   */
  public ActivityEvent {
    Objects.requireNonNull(activity, "activity");
    Objects.requireNonNull(type, "type");
    if (attempt < 1) {
      throw new IllegalArgumentException(
          "attempts count from 1, but " + type + " of " + activity + " has attempt " + attempt);
    }
  }

  /**
   * An event of the first attempt.
   *
   * @param activity id of the activity
   * @param type what happened
   * @param time when
   * @return the event
   * @throws IllegalArgumentException if the time is outside the years 1678 to 2262
   */
  public static ActivityEvent of(String activity, EventType type, Instant time) {
    return new ActivityEvent(
        activity, type, Times.epochNanos(Objects.requireNonNull(time, "time")), 1);
  }

  /**
   * The time as an instant.
   *
   * @return when it happened
   */
  public Instant time() {
    return Times.instant(epochNanos);
  }

  @Override
  public String toString() {
    return type + "[" + activity + ", attempt " + attempt + ", " + time() + "]";
  }
}
