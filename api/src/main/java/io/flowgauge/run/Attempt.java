package io.flowgauge.run;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One attempt, that is one submission, of an activity. If an attempt reports an event more than
 * once, the last counts ([Nerieri] §III-B takes the maximum). Times are nanoseconds since
 * 1970-01-01T00:00:00Z; an event that was not recorded is absent. Immutable and thread-safe.
 *
 * @param number counted from 1
 * @param processor name of the processor it ran on; empty if unknown
 * @param started time of STARTED
 * @param submitted time of SUBMITTED
 * @param pending time of PENDING
 * @param active time of ACTIVE
 * @param ended time of the event that ended it
 * @param outcome the event that ended it: COMPLETED, FAILED or ABORTED
 */
public record Attempt(
    int number,
    Optional<String> processor,
    OptionalLong started,
    OptionalLong submitted,
    OptionalLong pending,
    OptionalLong active,
    OptionalLong ended,
    Optional<EventType> outcome) {
  /**
   * Checks the parts.
   *
   * @param number counted from 1
   * @param processor name of its processor
   * @param started time of STARTED
   * @param submitted time of SUBMITTED
   * @param pending time of PENDING
   * @param active time of ACTIVE
   * @param ended time of its end
   * @param outcome how it ended
   */
  public Attempt {
    Objects.requireNonNull(processor, "processor");
    Objects.requireNonNull(outcome, "outcome");
  }
}
