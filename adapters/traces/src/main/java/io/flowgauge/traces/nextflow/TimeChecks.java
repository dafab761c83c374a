package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.Times;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Counts what cannot be true of the times of an attempt, or is missing. Not thread-safe. */
final class TimeChecks {
  private final Oddities oddities;
  private final Supplier<String> place;

  TimeChecks(Oddities oddities, Supplier<String> place) {
    this.oddities = oddities;
    this.place = place;
  }

  void check(TaskTimes times, TaskStatus status) {
    order(Oddity.START_BEFORE_SUBMIT, times.submit(), times.start());
    order(Oddity.COMPLETE_BEFORE_START, times.start(), times.complete());
    OptionalLong begin = times.start().isPresent() ? times.start() : times.submit();
    if (begin.isPresent() && times.complete().isPresent()) {
      // A completion before the start is counted above.
      long seen = Math.max(0, times.complete().getAsLong() - begin.getAsLong());
      order(Oddity.REALTIME_TOO_LONG, times.realtime(), OptionalLong.of(seen));
    }
    completeness(times, status);
  }

  private void completeness(TaskTimes times, TaskStatus status) {
    boolean hasTimes = times.submit().isPresent() || times.complete().isPresent();
    if (times.start().isEmpty() && hasTimes) {
      oddities.add(Oddity.NO_START, place);
    }
    if (status.end().isPresent() && times.complete().isEmpty() && hasTimes) {
      oddities.add(Oddity.NO_END, place);
    }
  }

  /** Counts an oddity where both are known and the one that should be later is less. */
  private void order(Oddity oddity, OptionalLong earlier, OptionalLong later) {
    if (earlier.isPresent() && later.isPresent() && later.getAsLong() < earlier.getAsLong()) {
      double seconds = Times.seconds(earlier.getAsLong() - later.getAsLong());
      oddities.add(oddity, () -> place.get() + ", by " + seconds + " s");
    }
  }
}
