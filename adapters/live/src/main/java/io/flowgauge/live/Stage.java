package io.flowgauge.live;

/** The progress of an activity of a watched run. */
public enum Stage {
  /** It has not begun. */
  WAITING,
  /** It was started or submitted, and waits to run. */
  SUBMITTED,
  /** It runs, or is suspended. */
  RUNNING,
  /** It has completed. */
  COMPLETED,
  /** Its last attempt failed or was aborted; it may be tried again. */
  FAILED,
  /** It is on a branch that was not taken. */
  SKIPPED
}
