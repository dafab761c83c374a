package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;

/**
 * What the time of failed attempts was spent on. An engine that puts a retry at the end of its
 * queue makes most of it waiting; the work that was lost lies between ACTIVE and FAILED (SPEC §4.2,
 * lost work).
 */
final class FailedAttempts {
  private FailedAttempts() {}

  /** Gives the stretches of a window in which no attempt of an activity worked, in order. */
  static void waits(ColumnarRun run, int activity, long from, long to, WaitSink sink) {
    int first = run.firstAttempt(activity);
    long[] begins = new long[run.endAttempt(activity) - first];
    for (int k = 0; k < begins.length; k++) {
      begins[k] = workBegin(run, first + k);
    }
    long cursor = from;
    for (int k : TimeOrder.of(begins, begins.length)) {
      if (known(begins[k])) {
        long until = Math.min(begins[k], to);
        if (until > cursor) {
          sink.wait(first + k, cursor, until, TimeClass.RESTART);
        }
        // Where clocks disagree, an attempt may have ended before it began.
        long end = known(run.ended(first + k)) ? run.ended(first + k) : to;
        cursor = Math.max(cursor, Math.max(begins[k], end));
      }
    }
  }

  /** Where ACTIVE is not known, all of the attempt may have been work. */
  private static long workBegin(ColumnarRun run, int attempt) {
    long[] events = {
      run.active(attempt), run.started(attempt), run.submitted(attempt), run.pending(attempt)
    };
    for (long event : events) {
      if (known(event)) {
        return event;
      }
    }
    return ABSENT;
  }
}
