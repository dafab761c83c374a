package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.trace.Times;
import java.util.function.Supplier;

/** Counts impossible and missing times of attempts. Not thread-safe. */
final class TimeChecks {
  private final Oddities oddities;
  private final Supplier<String> place;

  TimeChecks(Oddities oddities, Supplier<String> place) {
    this.oddities = oddities;
    this.place = place;
  }

  void check(TaskTimes times, TaskStatus status) {
    long start = times.startNanos();
    long complete = times.completeNanos();
    order(Oddity.START_BEFORE_SUBMIT, times.submitNanos(), start);
    order(Oddity.COMPLETE_BEFORE_START, start, complete);
    long begin = Columns.known(start) ? start : times.submitNanos();
    if (Columns.known(begin) && Columns.known(complete)) {
      // A completion before the start is counted above.
      order(Oddity.REALTIME_TOO_LONG, times.realtimeNanos(), Math.max(0, complete - begin));
    }
    completeness(times, status);
  }

  private void completeness(TaskTimes times, TaskStatus status) {
    boolean ended = Columns.known(times.completeNanos());
    boolean hasTimes = ended || Columns.known(times.submitNanos());
    if (!Columns.known(times.startNanos()) && hasTimes) {
      oddities.add(Oddity.NO_START, place);
    }
    if (status.end().isPresent() && !ended && hasTimes) {
      oddities.add(Oddity.NO_END, place);
    }
  }

  /** Counts an oddity if both values are known and the later one is the smaller. */
  private void order(Oddity oddity, long earlier, long later) {
    if (Columns.known(earlier) && Columns.known(later) && later < earlier) {
      double seconds = Times.seconds(earlier - later);
      oddities.add(oddity, () -> place.get() + ", by " + seconds + " s");
    }
  }
}
