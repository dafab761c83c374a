package io.flowgauge.tuning;

import io.flowgauge.instrumentation.Change;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What happened to a change that a tunlet wanted. Immutable.
 *
 * @param time when
 * @param tunlet name of the tunlet
 * @param program name of the program
 * @param pids its processes
 * @param change the change; empty if there was none to make
 * @param state what happened to it
 * @param before the rate that the guard watches, before the change
 * @param after the same rate after the change; {@link Rate#NONE} if there is none yet
 * @param reason why, if a reason is needed; otherwise empty
 */
public record TuningStep(
    Instant time,
    String tunlet,
    String program,
    List<Long> pids,
    Optional<Change> change,
    State state,
    Rate before,
    Rate after,
    String reason) {
  /** What can become of a change. */
  public enum State {
    /** It would have been made, but this is a dry run. */
    PROPOSED,
    /** It was made; its guard watches. */
    MADE,
    /** Its guard has watched long enough, or a process has ended. */
    KEPT,
    /**
     * The rate fell, or the machine cannot be reached, which then undoes it when the lease is over.
     */
    UNDONE,
    /**
     * It could not be made in all processes, the tunlet does not suit the program, or tuning
     * failed. A change made before tuning failed stays until its process ends or the analyzer is
     * closed.
     */
    REFUSED;

    /**
     * Returns the name of the state.
     *
     * @return in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks and copies the parts.
   *
   * @param time when
   * @param tunlet name of the tunlet
   * @param program what the program is called
   * @param pids its processes
   * @param change the change
   * @param state what became of it
   * @param before the rate before
   * @param after the rate after
   * @param reason why
   */
  public TuningStep {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(tunlet, "tunlet");
    Objects.requireNonNull(program, "program");
    Objects.requireNonNull(change, "change");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
    Objects.requireNonNull(reason, "reason");
    pids = List.copyOf(pids);
  }

  /**
   * Returns what the change gained, measured by its guard.
   *
   * @return the rate after as a multiple of the rate before; empty if one of them is unknown or 0
   */
  public Optional<Double> gain() {
    return before.mean() > 0 && after.intervals() > 0
        ? Optional.of(after.mean() / before.mean())
        : Optional.empty();
  }
}
