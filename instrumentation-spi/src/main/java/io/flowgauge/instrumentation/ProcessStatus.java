package io.flowgauge.instrumentation;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a process is. Immutable and thread-safe.
 *
 * @param state its state
 * @param exitCode what it exited with, if the provider launched it and it exited by itself
 * @param signal what ended it, if the provider launched it and a signal did
 */
public record ProcessStatus(State state, OptionalInt exitCode, OptionalInt signal) {
  /** What it does. */
  public enum State {
    /** Launched, and waits before main. */
    STARTING,
    /** It runs. */
    RUNNING,
    /** It has ended; its profile stays readable. */
    EXITED,
    /** It has become another program; the profile of the first stays readable. */
    EXECED,
    /** It was let go. */
    DETACHED
  }

  /**
   * Checks the parts.
   *
   * @param state its state
   * @param exitCode what it exited with
   * @param signal what ended it
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
   * @return true if it is there and was not let go
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
