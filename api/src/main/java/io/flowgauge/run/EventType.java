package io.flowgauge.run;

/**
 * Events of an activity (SPEC §2), in order of their lifecycle rank: of two events of one attempt
 * at the same time, the one declared first here comes first. Immutable and thread-safe.
 */
public enum EventType {
  /** The engine takes the activity up; its dependencies are met. */
  STARTED,
  /** Handed to the scheduling system. */
  SUBMITTED,
  /** Accepted by the local queue of a site. */
  PENDING,
  /** The invoked application runs on its resource. */
  ACTIVE,
  /** Taken off its resource for a while. */
  SUSPENDED,
  /** Back on its resource. */
  RESUMED,
  /** The engine knows that it finished. */
  COMPLETED,
  /** Stopped before normal completion. */
  FAILED,
  /** Cancelled on purpose. */
  ABORTED;

  /**
   * Whether this event ends an attempt.
   *
   * @return true for {@link #COMPLETED}, {@link #FAILED} and {@link #ABORTED}
   */
  public boolean endsAttempt() {
    return this == COMPLETED || this == FAILED || this == ABORTED;
  }
}
