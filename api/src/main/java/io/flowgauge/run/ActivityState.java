package io.flowgauge.run;

/**
 * States of an activity between two of its events (definitions, "Events and states"). Immutable and
 * thread-safe.
 */
public enum ActivityState {
  /** From STARTED to SUBMITTED. */
  SUBMITTING,
  /** From SUBMITTED to PENDING. */
  WAITING,
  /** From PENDING to ACTIVE. */
  QUEUING,
  /** From ACTIVE to the end of the attempt. */
  PROCESSING,
  /** From SUSPENDED to RESUMED. */
  SUSPENDED
}
