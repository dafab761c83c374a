package io.flowgauge.metrics.activity;

import java.util.List;

/**
 * Splits a stretch of an attempt. Suspensions are cut out first, then phases. Of the time that was
 * not suspended, the application's own time is where it is recorded or else the first {@code
 * budget} nanoseconds. Reused.
 */
final class Processing {
  private PieceSink sink = (from, to, timeClass) -> {};
  private long[] suspensions = new long[0];
  private List<Phases.Interval> phases = List.of();
  private List<Phases.Interval> own = List.of();
  private int phase;
  private long budget;
  private int timeClass;

  /**
   * Starts over with a new target, suspensions and phases.
   *
   * @param recorded where the application's own time is recorded; empty if it is not
   */
  Processing of(
      PieceSink target,
      long[] suspended,
      List<Phases.Interval> inPhases,
      List<Phases.Interval> recorded) {
    sink = target;
    suspensions = suspended;
    phases = inPhases;
    own = recorded;
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
        budget -= Math.min(budget, own.isEmpty() ? end - cursor : Phases.within(own, cursor, end));
        cursor = end;
      } else {
        long end = Math.min(to, next);
        splitWithoutPhases(cursor, end);
        cursor = end;
      }
    }
  }

  /** Splits a stretch without phases into the application's own time and polling. */
  private void splitWithoutPhases(long from, long to) {
    if (own.isEmpty()) {
      splitByBudget(from, to);
      return;
    }
    long cursor = from;
    for (Phases.Interval part : own) {
      long begin = Math.max(cursor, Math.min(to, part.begin()));
      long end = Math.max(begin, Math.min(to, part.end()));
      emit(cursor, begin, TimeClass.POLLING);
      splitByBudget(begin, end);
      cursor = end;
    }
    emit(cursor, to, TimeClass.POLLING);
  }

  /** Splits a stretch: the application's own time while the budget lasts, then polling. */
  private void splitByBudget(long from, long to) {
    long used = Math.min(budget, to - from);
    emit(from, from + used, timeClass);
    emit(from + used, to, TimeClass.POLLING);
    budget -= used;
  }

  private void emit(long from, long to, int pieceClass) {
    if (to > from) {
      sink.piece(from, to, pieceClass);
    }
  }
}
