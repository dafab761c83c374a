package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.QUEUE_RESIDENCY;
import static io.flowgauge.metrics.activity.TimeClass.RESTART;
import static io.flowgauge.metrics.activity.TimeClass.RESUBMISSION;
import static io.flowgauge.metrics.activity.TimeClass.WAITING;
import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;

/**
 * Picks from the pieces of an activity's time those during which it waited: waiting, queue
 * residency, resubmission, and the time that failed attempts did not spend working. If an engine
 * puts retries at the end of its queue, most of restart is waiting; the lost work lies between
 * ACTIVE and FAILED (definitions, "One activity"). Reused.
 */
final class Waits implements PieceSink {
  private final ColumnarRun run;
  private int activity;
  private int attempt;
  private WaitSink sink = (at, from, to, timeClass) -> {};

  Waits(ColumnarRun run) {
    this.run = run;
  }

  /**
   * Starts over with an activity and a new target.
   *
   * @param last index of the activity's last attempt
   */
  Waits of(int index, int last, WaitSink target) {
    activity = index;
    attempt = last;
    sink = target;
    return this;
  }

  @Override
  public void piece(long from, long to, int timeClass) {
    if (timeClass == RESTART) {
      emitIdleStretches(from, to);
    } else if (timeClass == WAITING || timeClass == QUEUE_RESIDENCY || timeClass == RESUBMISSION) {
      sink.wait(attempt, from, to, timeClass);
    }
  }

  /** Gives the sink the stretches of a window in which no attempt worked, in order. */
  private void emitIdleStretches(long from, long to) {
    int first = run.firstAttempt(activity);
    long[] begins = new long[run.endAttempt(activity) - first];
    for (int k = 0; k < begins.length; k++) {
      begins[k] = workBegin(first + k);
    }
    long cursor = from;
    for (int k : TimeOrder.of(begins, begins.length)) {
      if (known(begins[k])) {
        long until = Math.min(begins[k], to);
        if (until > cursor) {
          sink.wait(first + k, cursor, until, RESTART);
        }
        // If clocks disagree, an attempt may have ended before it began.
        long end = known(run.ended(first + k)) ? run.ended(first + k) : to;
        cursor = Math.max(cursor, Math.max(begins[k], end));
      }
    }
  }

  /**
   * Returns when an attempt began to work. If ACTIVE is not known, all of the attempt may have been
   * work.
   */
  private long workBegin(int failed) {
    long[] events = {
      run.active(failed), run.started(failed), run.submitted(failed), run.pending(failed)
    };
    for (long event : events) {
      if (known(event)) {
        return event;
      }
    }
    return ABSENT;
  }
}
