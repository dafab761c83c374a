package io.flowgauge.instrumentation;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * The status of a process. Immutable and thread-safe.
 *
 * @param state its state
 * @param exitCode its exit code, if the provider launched it and it exited on its own
 * @param signal the signal that ended it, if the provider launched it and one did
 */
public record ProcessStatus(State state, OptionalInt exitCode, OptionalInt signal) {
  /** States of a process. */
  public enum State {
    /** Launched, and held before main. */
    STARTING,
    /** It runs. */
    RUNNING,
    /** It has ended; its profile stays readable. */
    EXITED,
    /** It has become another program; the profile of the first stays readable. */
    EXECED,
    /** The provider has detached from it. */
    DETACHED
  }

  /**
   * Checks the parts.
   *
   * @param state its state
   * @param exitCode its exit code
   * @param signal the signal that ended it
   */
  public ProcessStatus {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(exitCode, "exitCode");
    Objects.requireNonNull(signal, "signal");
  }

  /**
   * A status without exit code or signal.
   *
   * @param state its state
   * @return the status
   */
  public static ProcessStatus of(State state) {
    return new ProcessStatus(state, OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * Whether it can be instrumented.
   *
   * @return true if it exists and the provider is attached
   */
  public boolean isAlive() {
    return state == State.STARTING || state == State.RUNNING;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("ProcessStatus[").append(state);
    exitCode.ifPresent(code -> text.append(", exit code ").append(code));
    signal.ifPresent(number -> text.append(", signal ").append(number));
    return text.append(']').toString();
  }
}
