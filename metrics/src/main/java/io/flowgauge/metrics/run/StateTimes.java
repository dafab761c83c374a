package io.flowgauge.metrics.run;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.run.ActivityState;

/**
 * Time of attempts in their states (definitions, "Events and states"). If another attempt followed,
 * a state whose end was lost is not measured. Holds only the run; thread-safe.
 */
final class StateTimes {
  private final ColumnarRun run;

  StateTimes(ColumnarRun run) {
    this.run = run;
  }

  /** Nanoseconds in a state over all attempts of an activity, or absent if no attempt has any. */
  long of(int activity, ActivityState state) {
    long total = ABSENT;
    for (int at = run.firstAttempt(activity); at < run.endAttempt(activity); at++) {
      boolean isOver = known(run.ended(at)) || at < run.endAttempt(activity) - 1;
      long one = ofAttempt(at, isOver, state);
      if (known(one)) {
        total = known(total) ? total + one : one;
      }
    }
    return total;
  }

  private long ofAttempt(int at, boolean isOver, ActivityState state) {
    long now = run.span().until();
    long end = isOver && !known(run.ended(at)) ? LOST : run.ended(at);
    return switch (state) {
      case SUBMITTING -> between(run.started(at), endOfState(at, isOver, 1), now);
      case WAITING -> between(run.submitted(at), endOfState(at, isOver, 2), now);
      case QUEUING -> between(run.pending(at), endOfState(at, isOver, 3), now);
      case PROCESSING -> between(run.active(at), end, now);
      case SUSPENDED -> known(run.active(at)) && end != LOST ? run.suspended(at) : ABSENT;
    };
  }

  /**
   * Returns the time of the event that ends a state: absent if the state is open, {@link #LOST} if
   * the event was lost.
   */
  private long endOfState(int at, boolean isOver, int order) {
    long[] events = {run.started(at), run.submitted(at), run.pending(at), run.active(at)};
    if (known(events[order])) {
      return events[order];
    }
    for (int k = order; k < events.length; k++) {
      if (known(events[k])) {
        return LOST;
      }
    }
    return isOver ? LOST : ABSENT;
  }

  /**
   * Stands for a lost event that would have ended a state: later events were recorded, or the
   * attempt is over.
   */
  private static final long LOST = Long.MAX_VALUE;

  private static long between(long from, long to, long now) {
    if (!known(from) || to == LOST) {
      return ABSENT;
    }
    return (known(to) ? to : now) - from;
  }

  /** PENDING, else SUBMITTED, to ACTIVE of the last attempt; absent if it never became active. */
  long queuing(int activity) {
    int at = run.endAttempt(activity) - 1;
    if (at < run.firstAttempt(activity) || !known(run.active(at))) {
      return ABSENT;
    }
    long from = known(run.pending(at)) ? run.pending(at) : run.submitted(at);
    return known(from) ? run.active(at) - from : ABSENT;
  }

  /** SUBMITTED to PENDING of the last attempt. */
  long waiting(int activity) {
    int at = run.endAttempt(activity) - 1;
    return at < run.firstAttempt(activity) || !known(run.submitted(at)) || !known(run.pending(at))
        ? ABSENT
        : run.pending(at) - run.submitted(at);
  }

  /** ACTIVE to the end of the last attempt. */
  long active(int activity) {
    int at = run.endAttempt(activity) - 1;
    return at < run.firstAttempt(activity) || !known(run.active(at)) || !known(run.ended(at))
        ? ABSENT
        : run.ended(at) - run.active(at);
  }
}
