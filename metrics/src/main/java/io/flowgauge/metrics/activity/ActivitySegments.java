package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.COMPUTE;
import static io.flowgauge.metrics.activity.TimeClass.DATA_TRANSFER;
import static io.flowgauge.metrics.activity.TimeClass.QUEUE_RESIDENCY;
import static io.flowgauge.metrics.activity.TimeClass.RESTART;
import static io.flowgauge.metrics.activity.TimeClass.RESUBMISSION;
import static io.flowgauge.metrics.activity.TimeClass.SUBMISSION;
import static io.flowgauge.metrics.activity.TimeClass.UNIDENTIFIED;
import static io.flowgauge.metrics.activity.TimeClass.WAITING;
import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.run.Phase;
import java.util.List;

/**
 * The segments of the loaded activity's time, each from one of its known events to the next, as
 * {@link ActivityTimes} defines them. Reused. Not thread-safe.
 */
final class ActivitySegments {
  /** Class of the segment that ends with each event of {@link #bounds}. */
  private static final int[] ENDING = {RESUBMISSION, SUBMISSION, WAITING, QUEUE_RESIDENCY};

  /** Class of the segment an open activity is in, after each event of {@link #bounds}. */
  private static final int[] OPEN = {SUBMISSION, WAITING, QUEUE_RESIDENCY, COMPUTE};

  private static final int ACTIVE = 3;
  private static final long[] NONE = new long[0];

  private final ColumnarRun run;
  private final long[] bounds = new long[4];
  private final Processing processing = new Processing();
  private long failed;
  private Unplaced unplaced = Unplaced.NONE;
  private long[] suspensions = NONE;

  int activity;
  int attempt;
  long begin;
  long end;
  long wallclock;
  boolean open;
  boolean transfer;
  List<Phases.Interval> phases = List.of();

  /** Where T is recorded; empty if its place is not known. */
  List<Phases.Interval> own = List.of();

  ActivitySegments(ColumnarRun run) {
    this.run = run;
  }

  void load(int index) {
    activity = index;
    attempt = run.endAttempt(index) - 1;
    boolean any = attempt >= run.firstAttempt(index);
    transfer = run.workflow().isTransfer(index);
    begin = run.begin(index);
    failed = run.lastFailed(index);
    bounds[0] = any ? run.started(attempt) : ABSENT;
    bounds[1] = any ? run.submitted(attempt) : ABSENT;
    bounds[2] = any ? run.pending(attempt) : ABSENT;
    bounds[ACTIVE] = any ? run.active(attempt) : ABSENT;
    open = any && !known(run.ended(attempt));
    end = !any ? ABSENT : open ? run.span().until() : run.ended(attempt);
    boolean succeeded = any && !open && run.completed(attempt);
    suspensions = any ? run.suspensions(index, attempt) : NONE;
    wallclock = wallclock(any, succeeded);
    List<Phase> recorded = run.phases(index);
    phases = Phases.of(recorded);
    own =
        transfer || !known(bounds[ACTIVE]) || !known(wallclock)
            ? List.of()
            : Phases.ofLength(wallclock, recorded, suspensions);
    // Times in whole seconds may cut off a part of it, which would then be missing.
    if (!own.isEmpty()
        && (own.get(0).begin() < bounds[ACTIVE] || own.get(own.size() - 1).end() > end)) {
      own = List.of();
    }
    // Reading, writing and waiting are part of a transfer itself.
    unplaced = transfer ? Unplaced.NONE : Unplaced.of(run.phaseTimes(index));
  }

  /**
   * Returns T(a), or T(a) so far while the activity runs. Absent if it is not known, or if the
   * activity failed for good, because then none of its time was useful.
   */
  private long wallclock(boolean any, boolean succeeded) {
    long measured = run.wallclock(activity);
    if (!any || (succeeded && known(measured))) {
      return measured;
    }
    boolean running = open && known(bounds[ACTIVE]);
    if ((succeeded && known(bounds[ACTIVE])) || running) {
      return Math.max(0, end - bounds[ACTIVE] - run.suspended(attempt));
    }
    return ABSENT;
  }

  boolean hasPhases() {
    return !phases.isEmpty() || !unplaced.isEmpty();
  }

  /** Whether its processing time consists only of T and polling, as for most activities. */
  boolean isPlain() {
    return !transfer && suspensions.length == 0 && !hasPhases();
  }

  /**
   * Whether the last attempt ended without completing; then all of the activity's time is restart.
   */
  private boolean failedForGood() {
    return known(failed) && !open && !run.completed(attempt);
  }

  /** Gives the segments to a sink in the order of their events. */
  void giveTo(SegmentSink sink) {
    long from = ABSENT;
    int before = OPEN[0];
    if (known(failed)) {
      sink.segment(begin, failed, RESTART);
      from = failed;
      before = RESUBMISSION;
    }
    if (!known(end) || failedForGood()) {
      return;
    }
    for (int k = 0; k < bounds.length; k++) {
      if (known(bounds[k])) {
        if (known(from)) {
          // The first event known of a retry stands in for its STARTED.
          sink.segment(from, bounds[k], before == RESUBMISSION ? RESUBMISSION : ENDING[k]);
        }
        from = bounds[k];
        before = OPEN[k];
      }
    }
    emitLast(from, before, sink);
  }

  /** Gives the segments from the last event before the end to the end. */
  private void emitLast(long from, int timeClass, SegmentSink sink) {
    boolean active = known(bounds[ACTIVE]);
    if (active || (transfer && known(from) && !open)) {
      sink.processing(from, end);
    } else if (open) {
      if (known(from)) {
        sink.segment(from, end, timeClass);
      }
    } else if (known(wallclock)) {
      if (known(from)) {
        sink.segment(from, end - wallclock, UNIDENTIFIED);
      }
      sink.processing(end - wallclock, end);
    } else if (known(from)) {
      // Phases may be known even if T is not.
      sink.segment(from, end, UNIDENTIFIED);
    }
  }

  /** Whether a segment counts for its own class only, whatever phases lie in it. */
  static boolean isWhole(int timeClass) {
    return timeClass == RESTART || timeClass == RESUBMISSION;
  }

  /**
   * Returns the phases of unknown position that lie in a segment. If T is not known, they lie in
   * the unidentified segment.
   */
  Unplaced unplacedIn(int timeClass) {
    return timeClass == UNIDENTIFIED && !known(wallclock) ? unplaced : Unplaced.NONE;
  }

  /**
   * Splits the processing time into suspensions, then phases, then T, where it is recorded or else
   * as early as possible, then polling.
   *
   * @return how much of T the pieces hold
   */
  long process(long from, long to, PieceSink sink) {
    if (transfer) {
      return processing
          .of(sink, suspensions, phases, List.of())
          .split(from, to, Long.MAX_VALUE, DATA_TRANSFER);
    }
    return split(from, to, wallclock, COMPUTE, suspensions, own, sink);
  }

  /** Splits a segment before the processing time into phases and pieces of its own class. */
  void split(long from, long to, int timeClass, PieceSink sink) {
    if (!unplacedIn(timeClass).isEmpty()) {
      split(from, to, Long.MAX_VALUE, timeClass, NONE, List.of(), sink);
    } else if (isWhole(timeClass) || phases.isEmpty()) {
      sink.piece(from, to, timeClass);
    } else {
      processing.of(sink, NONE, phases, List.of()).split(from, to, Long.MAX_VALUE, timeClass);
    }
  }

  /** Splits a segment, and takes phases of unknown position out of its time within the budget. */
  private long split(
      long from,
      long to,
      long budget,
      int timeClass,
      long[] suspended,
      List<Phases.Interval> recorded,
      PieceSink sink) {
    PieceSink cutting = sink;
    if (!unplaced.isEmpty()) {
      Length whole = new Length(timeClass);
      processing.of(whole, suspended, phases, recorded).split(from, to, budget, timeClass);
      cutting = unplaced.cut(sink, timeClass, whole.nanos);
    }
    return processing.of(cutting, suspended, phases, recorded).split(from, to, budget, timeClass);
  }

  /** Adds up the length of the pieces of one class. */
  private static final class Length implements PieceSink {
    private final int timeClass;
    private long nanos;

    Length(int timeClass) {
      this.timeClass = timeClass;
    }

    @Override
    public void piece(long from, long to, int pieceClass) {
      nanos += pieceClass == timeClass ? to - from : 0;
    }
  }
}
