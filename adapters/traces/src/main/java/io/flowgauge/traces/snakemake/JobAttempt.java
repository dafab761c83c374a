package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import java.util.Optional;
import java.util.OptionalLong;

/** One start of a job. Not thread-safe. */
final class JobAttempt {
  private final OptionalLong takenUp;
  private OptionalLong submitted = OptionalLong.empty();
  private OptionalLong active = OptionalLong.empty();
  private OptionalLong ended = OptionalLong.empty();
  private Optional<EventType> outcome = Optional.empty();
  private String externalId = "";

  /**
   * Creates an attempt.
   *
   * @param takenUp when Snakemake reported taking up the job; empty if it did not
   */
  JobAttempt(OptionalLong takenUp) {
    this.takenUp = takenUp;
  }

  void recordSubmission(OptionalLong nanos, String id) {
    submitted = nanos;
    externalId = id;
  }

  void recordActive(long nanos) {
    active = OptionalLong.of(nanos);
  }

  void recordEnd(EventType type, OptionalLong nanos) {
    outcome = Optional.of(type);
    ended = nanos;
  }

  OptionalLong takenUp() {
    return takenUp;
  }

  /** Returns when it was submitted to a cluster; empty if Snakemake ran it itself. */
  OptionalLong submitted() {
    return submitted;
  }

  OptionalLong active() {
    return active;
  }

  OptionalLong ended() {
    return ended;
  }

  Optional<EventType> outcome() {
    return outcome;
  }

  boolean isCompleted() {
    return outcome.equals(Optional.of(EventType.COMPLETED));
  }

  /** Returns the id of the job in the cluster; empty if Snakemake ran it itself. */
  String externalId() {
    return externalId;
  }
}
