package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;
import static io.flowgauge.model.core.Columns.min;

import java.util.BitSet;

/** Finds when activities began. Stateless. */
final class Begins {

  private Begins() {}

  /** Sets the begins of the changed activities: nanoseconds, or absent. */
  static void find(
      AttemptColumns attempts,
      EventColumns events,
      PagedColumn wallclocks,
      BitSet changed,
      PagedColumn begins) {
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      begins.set(a, of(attempts, events, a, wallclocks.get(a)));
    }
  }

  /**
   * Returns the earliest begin of an activity's attempts. If the STARTED of an attempt is lost, its
   * first known event stands in for it, so that no failed attempt ends before its activity begins.
   */
  private static long of(
      AttemptColumns attempts, EventColumns events, int activity, long wallclock) {
    int last = attempts.end(activity) - 1;
    long begin = ABSENT;
    for (int at = attempts.first(activity); at <= last; at++) {
      begin = min(begin, ofAttempt(attempts, at, at == last));
    }
    if (known(begin) || last < attempts.first(activity)) {
      return begin;
    }
    return min(events.earliest(activity), beforeEnd(attempts, last, wallclock));
  }

  /**
   * Returns the begin of an attempt: STARTED, else its first known event.
   *
   * @param last whether this is the last attempt of its activity; its end then never stands in for
   *     its begin
   */
  static long ofAttempt(AttemptColumns attempts, int at, boolean last) {
    if (known(attempts.started[at])) {
      return attempts.started[at];
    }
    long begin = min(min(attempts.submitted[at], attempts.pending[at]), attempts.active[at]);
    return known(begin) || last ? begin : attempts.ended[at];
  }

  private static long beforeEnd(AttemptColumns attempts, int at, long wallclock) {
    long end = attempts.ended[at];
    return known(end) && known(wallclock) ? Math.max(1 - Columns.LIMIT, end - wallclock) : end;
  }
}
