package io.flowgauge.run;

/**
 * Events of an activity (definitions, "Events and states"), in order of lifecycle rank: of two
 * simultaneous events of an attempt, the one declared first here comes first. Immutable and
 * thread-safe.
 */
public enum EventType {
  /** The engine takes the activity up; its dependencies are met. */
  STARTED,
  /** Handed to the scheduling system. */
  SUBMITTED,
  /** Accepted by the local queue of a site. */
  PENDING,
  /** The invoked application starts running on its resource. */
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
  ABORTED,
  /**
   * Will not run, because its branch of the workflow is not taken. It belongs to no attempt;
   * dependent activities no longer wait for this one.
   */
  SKIPPED;

  /**
   * Whether this event ends an attempt.
   *
   * @return true for {@link #COMPLETED}, {@link #FAILED} and {@link #ABORTED}
   */
  public boolean endsAttempt() {
    return this == COMPLETED || this == FAILED || this == ABORTED;
  }
}
