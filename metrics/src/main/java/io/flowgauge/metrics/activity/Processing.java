package io.flowgauge.metrics.activity;

import java.util.List;

/**
 * Splits a stretch of an attempt. Suspensions are cut out first, then phases. Of the time that was
 * not suspended, the first {@code budget} nanoseconds are the application's own time. Reused.
 */
final class Processing {
  private PieceSink sink = (from, to, timeClass) -> {};
  private long[] suspensions = new long[0];
  private List<Phases.Interval> phases = List.of();
  private int phase;
  private long budget;
  private int timeClass;

  /** Starts over with a new target, suspensions and phases. */
  Processing of(PieceSink target, long[] suspended, List<Phases.Interval> inPhases) {
    sink = target;
    suspensions = suspended;
    phases = inPhases;
    phase = 0;
    return this;
  }

  /**
   * Gives the pieces to the sink.
   *
   * @param budget T in nanoseconds
   * @return how much of the budget was used
   */
  long split(long from, long to, long budget, int timeClass) {
    this.budget = budget;
    this.timeClass = timeClass;
    long cursor = from;
    for (int k = 0; k < suspensions.length && cursor < to; k += 2) {
      long begin = Math.max(cursor, Math.min(to, suspensions[k]));
      long end = Math.max(begin, Math.min(to, suspensions[k + 1]));
      splitRunning(cursor, begin);
      emit(begin, end, TimeClass.SUSPENDED);
      cursor = end;
    }
    splitRunning(cursor, to);
    return budget - this.budget;
  }

  /** Splits a stretch without suspensions. */
  private void splitRunning(long from, long to) {
    long cursor = from;
    while (cursor < to) {
      while (phase < phases.size() && phases.get(phase).end() <= cursor) {
        phase++;
      }
      long next = phase < phases.size() ? phases.get(phase).begin() : Long.MAX_VALUE;
      if (next <= cursor) {
        long end = Math.min(to, phases.get(phase).end());
        emit(cursor, end, phases.get(phase).timeClass());
        budget -= Math.min(budget, end - cursor);
        cursor = end;
      } else {
        long end = Math.min(to, next);
        splitWithoutPhases(cursor, end);
        cursor = end;
      }
    }
  }

  /**
   * Splits a stretch without phases: the application's own time while the budget lasts, then
   * polling.
   */
  private void splitWithoutPhases(long from, long to) {
    long own = Math.min(budget, to - from);
    emit(from, from + own, timeClass);
    emit(from + own, to, TimeClass.POLLING);
    budget -= own;
  }

  private void emit(long from, long to, int pieceClass) {
    if (to > from) {
      sink.piece(from, to, pieceClass);
    }
  }
}
