package io.flowgauge.control;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What a control decided. Immutable.
 *
 * @param time when
 * @param activity id of the activity
 * @param pids its processes that are examined; none if that was refused
 * @param state what was decided
 * @param policy name of the policy that wanted to examine it
 * @param reason why
 */
public record Decision(
    Instant time, String activity, List<Long> pids, State state, String policy, String reason) {
  /** Kinds of decisions. */
  public enum State {
    /** The activity is being examined. */
    BEGUN,
    /** It would be worth examining, but cannot be. */
    REFUSED,
    /** It is no longer examined. */
    STOPPED;

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
   * @param activity id of the activity
   * @param pids processes
   * @param state what was decided
   * @param policy name of the policy
   * @param reason why
   */
  public Decision {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(activity, "activity");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(reason, "reason");
    pids = List.copyOf(pids);
  }
}
