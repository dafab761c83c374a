package io.flowgauge.instrumentation;

import java.time.Duration;
import java.util.Optional;

/**
 * A change that was made in a process. It lasts until it is {@linkplain #undo() undone}, the
 * provider detaches, or the process ends. Thread-safe.
 */
public interface AppliedChange {
  /**
   * The change.
   *
   * @return the change as requested
   */
  Change change();

  /**
   * The value that the variable had before.
   *
   * @return the value; empty for other changes
   */
  default Optional<Number> before() {
    return Optional.empty();
  }

  /**
   * What the function that was called returned.
   *
   * @return the result as a whole number, or a double where the function is known to return one;
   *     empty for other changes, and if it returns nothing
   */
  default Optional<Number> result() {
    return Optional.empty();
  }

  /**
   * How long making the change took.
   *
   * @return the time from the request until the change was in effect
   */
  Duration took();

  /**
   * How long threads of the process were stopped for it.
   *
   * @return the time from the first stop until all threads ran again; 0 if none was stopped
   */
  default Duration stopped() {
    return Duration.ZERO;
  }

  /**
   * Number of calls whose argument or result was rewritten, or that went to the other function.
   *
   * @return calls so far; 0 for other changes
   */
  default long calls() {
    return 0;
  }

  /**
   * Undoes the change. If a target was changed several times, the last change must be undone first.
   *
   * @return this change, even if it was already undone or the process has ended; refused with
   *     {@link RefusalCode#CHANGED_SINCE} if the program has changed the variable since, and with
   *     {@link RefusalCode#NOT_UNDOABLE} if it is a call for which no undoing call was given
   */
  Outcome<AppliedChange> undo();
}
