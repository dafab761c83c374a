package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.util.BitSet;
import java.util.List;

/** Finds when a run began and ended, and whether it is over. Used once. */
final class RunSpanAssembly {
  private static final byte FAILED = EventSequence.code(EventType.FAILED);

  private final Recorded recorded;
  private final List<Diagnostic> diagnostics;
  private final boolean isLive;

  /** The recorded start of the run, or absent if it is after t_now, as any later event is. */
  private final long statedStart;

  /** Whether the end of the run was recorded and is not after t_now. */
  private final boolean isEnded;

  private final long until;

  /**
   * Finds the time up to which open states are measured.
   *
   * @param now t_now, or {@link Columns#ABSENT} for a run that is not in progress
   * @param latest time of the latest event, or absent
   */
  RunSpanAssembly(Recorded recorded, long now, long latest, List<Diagnostic> diagnostics) {
    this.recorded = recorded;
    this.diagnostics = diagnostics;
    isLive = known(now);
    long start = recorded.span().start();
    statedStart = isLive && start > now ? ABSENT : start;
    long stated = recorded.span().end();
    isEnded = known(stated) && (!isLive || stated <= now);
    until = isEnded ? end(stated, latest) : isLive ? now : latest;
  }

  private long end(long stated, long latest) {
    if (latest > stated) {
      diagnostics.add(
          Diagnostic.warning(
              "end",
              "the last event is "
                  + Times.seconds(latest - stated)
                  + " s after the stated end of the run; the run is taken to end with it"));
    }
    return Math.max(stated, latest);
  }

  /** The moment up to which open states are measured: nanoseconds, or {@link Columns#ABSENT}. */
  long until() {
    return until;
  }

  /**
   * Finds when the run began and ended.
   *
   * @param open activities with attempts that no event has ended
   * @param range when activities began and ended
   */
  RunSpan span(AttemptColumns attempts, BitSet open, TimeRange range) {
    boolean isOpen = open.stream().anyMatch(a -> outcome(attempts, a) == AttemptColumns.OPEN);
    boolean isFinished = isEnded || (!isOpen && !(isLive && mayBegin(attempts)));
    long start = start(range.first());
    long end = isFinished && !isOpen ? lastEnd(start, range.last()) : Math.max(range.last(), until);
    return new RunSpan(
        start, known(statedStart), end, until, makespan(start, end), isFinished, isEnded);
  }

  private static boolean mayBegin(AttemptColumns attempts) {
    // Activities that were declared last mostly begin last.
    for (int a = attempts.activityCount() - 1; a >= 0; a--) {
      boolean isAttempted = attempts.first(a) < attempts.end(a);
      if (isAttempted ? outcome(attempts, a) == FAILED : !attempts.isSkipped(a)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the outcome of the last attempt of an activity that has one or more. */
  private static byte outcome(AttemptColumns attempts, int activity) {
    return attempts.outcomes[attempts.end(activity) - 1];
  }

  /**
   * Returns the last end of an activity. If nothing ran, because everything was cached, the run
   * lasted until its engine stated its end.
   */
  private long lastEnd(long start, long latest) {
    if (!isEnded || known(latest)) {
      return latest;
    }
    if (until < start) {
      diagnostics.add(
          Diagnostic.warning(
              "end",
              "the stated end of the run is "
                  + Times.seconds(start - until)
                  + " s before its stated start, and is ignored"));
      return ABSENT;
    }
    return until;
  }

  private long start(long earliest) {
    if (known(statedStart) && known(earliest) && earliest < statedStart) {
      diagnostics.add(
          Diagnostic.warning(
              "start",
              "the first event is "
                  + Times.seconds(statedStart - earliest)
                  + " s before the stated start of the run; the run is taken to start with it"));
    }
    return Columns.min(statedStart, earliest);
  }

  private long makespan(long start, long end) {
    if (!known(start) || !known(end)) {
      return recorded.span().makespan();
    }
    long measured = end - start;
    long stated = recorded.span().makespan();
    if (known(stated) && Math.abs(measured - stated) > Times.NANOS_PER_SECOND) {
      diagnostics.add(
          Diagnostic.warning(
              "makespan",
              "the input states "
                  + Times.seconds(stated)
                  + " s, but its events span "
                  + Times.seconds(measured)
                  + " s; the span of the events is used"));
    }
    return measured;
  }
}
