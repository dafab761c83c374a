package io.flowgauge.instrumentation.jvm.agent.core;

/** A change that was made. Used only by the session's thread. */
interface InEffect {
  /** Undoes it. */
  void undo() throws ChangeRefused;

  /** Calls that it was applied to. */
  default long calls() {
    return 0;
  }
}
