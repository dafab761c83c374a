package io.flowgauge.instrumentation.jvm.agent.core;

/** A change that was made. Used only by the session's thread. */
interface ActiveChange {
  /** Undoes it. */
  void undo() throws ChangeRefused;

  /** Returns the number of calls it was applied to. */
  default long calls() {
    return 0;
  }
}
