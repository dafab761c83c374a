package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.COMPUTE;
import static io.flowgauge.metrics.activity.TimeClass.DATA_TRANSFER;
import static io.flowgauge.metrics.activity.TimeClass.POLLING;
import static io.flowgauge.metrics.activity.TimeClass.QUEUE_RESIDENCY;
import static io.flowgauge.metrics.activity.TimeClass.RESTART;
import static io.flowgauge.metrics.activity.TimeClass.RESUBMISSION;
import static io.flowgauge.metrics.activity.TimeClass.SUBMISSION;
import static io.flowgauge.metrics.activity.TimeClass.SUSPENDED;
import static io.flowgauge.metrics.activity.TimeClass.UNIDENTIFIED;
import static io.flowgauge.metrics.activity.TimeClass.WAITING;
import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import java.util.Arrays;
import java.util.List;

/**
 * The time of the activity loaded, from its first event to its end, split into classes as in
 * definitions, "One activity". Call {@link #load} first; the object is reused, so that a million
 * activities create no garbage. Not thread-safe.
 *
 * <p>A missing event makes its segment not measured: the time goes to the segment that ends with
 * the next known event ({@code SUBMITTED} to {@code ACTIVE} without {@code PENDING} is queue
 * residency). Without {@code ACTIVE}, T is taken to end with the attempt, and the time before it is
 * unidentified; for a data transfer, all of it is transfer. A phase that is not computation counts
 * for its own class in whatever segment it lies, but not in suspensions and failed attempts. Phases
 * of which only the length is known are taken evenly out of what is left of T; where T is not known
 * either, out of what is unidentified. Of a transfer they are not taken. Waits for processors are
 * phases, too, so that external load is what was measured of it and what else T is longer than
 * ideal.
 */
public final class ActivityTimes {
  /** Class of the segment that ends with each event of {@link #bounds}. */
  private static final int[] ENDING = {RESUBMISSION, SUBMISSION, WAITING, QUEUE_RESIDENCY};

  /** Class of the segment an open activity is in, after each event of {@link #bounds}. */
  private static final int[] OPEN = {SUBMISSION, WAITING, QUEUE_RESIDENCY, COMPUTE};

  private static final int ACTIVE = 3;
  private static final long[] NONE = new long[0];

  private final ColumnarRun run;
  private final long[] bounds = new long[4];

  /** Sums of processing by cause, while they grow. */
  private final long[] processed = new long[TimeClass.COUNT + 1];

  private final PieceSink toProcessed = (from, to, c) -> processed[c] += to - from;
  private final Processing processing = new Processing();
  private final Waits waits;
  private final Pieces pieces = new Pieces();
  private final Sums sums = new Sums();

  private int activity;
  private int attempt;
  private long begin;
  private long end;
  private long failed;
  private long wallclock;
  private boolean open;
  private boolean transfer;
  private List<Phases.Interval> phases = List.of();
  private Unplaced unplaced = Unplaced.NONE;
  private long[] suspensions = NONE;

  /** Looks at the activities of a run. */
  public ActivityTimes(ColumnarRun run) {
    this.run = run;
    this.waits = new Waits(run);
  }

  /** Looks at an activity. */
  public ActivityTimes load(int index) {
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
    phases = Phases.of(run.phases(index));
    // Reading, writing and waiting of a transfer are the transfer itself.
    unplaced = transfer ? Unplaced.NONE : Unplaced.of(run.phaseTimes(index));
    return this;
  }

  /** T(a), or absent for an activity that failed for good: nothing of its time was useful. */
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

  /**
   * When the activity was first heard of: nanoseconds, or {@link Columns#ABSENT} if it left no
   * event.
   */
  public long begin() {
    return begin;
  }

  /**
   * When it ended, or t_now while it is open: nanoseconds, or {@link Columns#ABSENT} if it left no
   * event.
   */
  public long end() {
    return end;
  }

  /**
   * T(a): as measured on its resource, else the time from ACTIVE to COMPLETED less suspensions
   * (definitions, "Events and states"); so far, while it runs.
   *
   * @return nanoseconds, or {@link Columns#ABSENT} if it is not known or the activity never
   *     completed
   */
  public long wallclock() {
    return wallclock;
  }

  /**
   * T(a) less what is known to have been waited for processors meanwhile: what it would have taken
   * undisturbed (definitions, "Ideal time").
   *
   * @return nanoseconds, T(a) where no wait was measured, or {@link Columns#ABSENT} if T(a) is not
   *     known
   */
  public long undisturbed() {
    return wallclock - inPhases(TimeClass.EXTERNAL_LOAD) - inPhases(TimeClass.SERIALISATION);
  }

  /**
   * How much of T(a) its phases of a class take.
   *
   * @return nanoseconds; 0 for a transfer, or if T(a) is not known
   */
  public long inPhases(int timeClass) {
    if (!known(wallclock) || transfer || (phases.isEmpty() && unplaced.isEmpty())) {
      return 0;
    }
    LengthInT length = new LengthInT(timeClass, wallclock);
    segments(
        new SegmentSink() {
          @Override
          public void segment(long from, long to, int ofClass) {
            // Outside T.
          }

          @Override
          public void processing(long from, long to) {
            process(from, to, length);
          }
        });
    return length.nanos;
  }

  /** Whether the activity transfers data. */
  public boolean isTransfer() {
    return transfer;
  }

  /** Whether the last attempt ended without completing: then all of its time is restart. */
  private boolean failedForGood() {
    return known(failed) && !open && !run.completed(attempt);
  }

  /**
   * Adds the classes' times, signed, to sums: they and the ideal time sum exactly to the time from
   * {@link #begin} to {@link #end}, but for what is unidentified. A negative interval stays
   * negative.
   *
   * @param ideal ideal time in nanoseconds, or {@link Columns#ABSENT}
   * @param nanos sums by class, one more than there are classes
   * @return a bit for each class that was measured
   */
  public int overheads(long ideal, long[] nanos) {
    return overheads(ideal, sums.into(nanos, null));
  }

  /**
   * Adds the classes' times like {@link #overheads(long, long[])}, and picks on the way the pieces
   * during which the activity waited, like {@link #waits}.
   *
   * @param ideal ideal time in nanoseconds, or {@link Columns#ABSENT}
   * @param nanos sums by class, one more than there are classes
   * @param sink takes the pieces of {@link #pieces} that are waits
   * @return a bit for each class that was measured
   */
  public int overheads(long ideal, long[] nanos, WaitSink sink) {
    return overheads(ideal, sums.into(nanos, known(end) ? pieces.into(waits(sink)) : null));
  }

  private int overheads(long ideal, Sums all) {
    segments(all);
    long inside = all.phasesInside;
    if (known(wallclock) && known(ideal) && !transfer) {
      all.nanos[TimeClass.EXTERNAL_LOAD] += wallclock - ideal - inside;
      all.measured |= 1 << TimeClass.EXTERNAL_LOAD;
    }
    return all.measured & ~(1 << UNIDENTIFIED | 1 << COMPUTE);
  }

  /**
   * Splits the time from {@link #begin} to {@link #end} into pieces, in order and without gap or
   * overlap: where events contradict each other, what lies before the ones already seen is left
   * out.
   */
  public void pieces(PieceSink sink) {
    if (known(end)) {
      segments(pieces.into(sink));
      pieces.fill(end);
    }
  }

  /**
   * Picks from {@link #pieces} those during which it waited, for whatever reason: of these only the
   * part counts during which a slot was free (definitions, "Exposed wait"). They are waiting, queue
   * residency, resubmission, and what failed attempts did not spend working. The picker is reused
   * by the next call.
   */
  public PieceSink waits(WaitSink sink) {
    return waits.of(activity, attempt, sink);
  }

  /** Takes segments as the events give them: one may end before it begins. */
  private interface SegmentSink {
    void segment(long from, long to, int timeClass);

    void processing(long from, long to);
  }

  private void segments(SegmentSink sink) {
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
    last(from, before, sink);
  }

  /** From the last event before the end to the end. */
  private void last(long from, int timeClass, SegmentSink sink) {
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
      // Phases are known even where T is not.
      sink.segment(from, end, UNIDENTIFIED);
    }
  }

  /** Pieces of the processing time: suspensions, then phases, then T, then polling. */
  private long process(long from, long to, PieceSink sink) {
    if (transfer) {
      return processing
          .of(sink, suspensions, phases)
          .split(from, to, Long.MAX_VALUE, DATA_TRANSFER);
    }
    return split(from, to, wallclock, COMPUTE, suspensions, sink);
  }

  /** The same, with phases of unknown position taken out of the time within the budget. */
  private long split(
      long from, long to, long budget, int timeClass, long[] suspended, PieceSink sink) {
    PieceSink cutting = sink;
    if (!unplaced.isEmpty()) {
      Length own = new Length(timeClass);
      processing.of(own, suspended, phases).split(from, to, budget, timeClass);
      cutting = unplaced.cut(sink, timeClass, own.nanos);
    }
    return processing.of(cutting, suspended, phases).split(from, to, budget, timeClass);
  }

  /** Length of the pieces of a class. */
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

  /**
   * Length of the pieces of a class in T, which is over once the activity was not suspended for T.
   */
  private static final class LengthInT implements PieceSink {
    private final int timeClass;
    private long left;
    private long nanos;

    LengthInT(int timeClass, long wallclock) {
      this.timeClass = timeClass;
      this.left = wallclock;
    }

    @Override
    public void piece(long from, long to, int pieceClass) {
      long inside = pieceClass == SUSPENDED ? 0 : Math.min(left, to - from);
      left -= inside;
      nanos += pieceClass == timeClass ? inside : 0;
    }
  }

  /** Whether phases without place lie in a segment: T is not known, but that it is in there. */
  private boolean hasUnplaced(int timeClass) {
    return timeClass == UNIDENTIFIED && !known(wallclock) && !unplaced.isEmpty();
  }

  /** Sums segments with their sign. */
  private final class Sums implements SegmentSink {
    private long[] nanos = NONE;

    /** Takes segments, too, for the waits in them; null where nobody asks for waits. */
    private Pieces segments;

    private int measured;
    private long phasesInside;

    /** Starts over. */
    Sums into(long[] target, Pieces further) {
      nanos = target;
      segments = further;
      measured = 0;
      phasesInside = 0;
      return this;
    }

    @Override
    public void segment(long from, long to, int timeClass) {
      nanos[timeClass] += to - from;
      measured |= 1 << timeClass;
      long own = to - from;
      if (!phases.isEmpty() && timeClass != RESTART && timeClass != RESUBMISSION) {
        for (Phases.Interval phase : phases) {
          long overlap = Math.min(to, phase.end()) - Math.max(from, phase.begin());
          nanos[timeClass] -= Math.max(0, overlap);
          own -= Math.max(0, overlap);
          add(phase.timeClass(), overlap);
        }
      }
      if (hasUnplaced(timeClass)) {
        long[] parts = unplaced.within(own);
        for (int c = 0; c < parts.length; c++) {
          nanos[timeClass] -= parts[c];
          add(c, parts[c]);
        }
      }
      if (segments != null) {
        segments.segment(from, to, timeClass);
      }
    }

    private void add(int timeClass, long length) {
      if (length > 0) {
        nanos[timeClass] += length;
        measured |= 1 << timeClass;
      }
    }

    /** Comes last, and holds no wait. */
    @Override
    public void processing(long from, long to) {
      long[] own = processed;
      Arrays.fill(own, 0);
      long placed = process(from, to, toProcessed);
      long rest = to - from;
      int restClass = transfer ? DATA_TRANSFER : POLLING;
      for (int c = 0; c < own.length; c++) {
        if (c != restClass) {
          rest -= own[c];
          add(c, own[c]);
        }
      }
      // T may be longer than the time there was for it: then polling is negative.
      nanos[restClass] += transfer ? rest : rest - (wallclock - placed);
      measured |= 1 << restClass;
      phasesInside = transfer ? 0 : placed - own[COMPUTE];
    }
  }

  /** Gives segments on as pieces that neither overlap nor leave a gap. */
  private final class Pieces implements SegmentSink {
    private PieceSink sink = toProcessed;
    private long cursor;

    /** Starts over, with the activity. */
    Pieces into(PieceSink target) {
      sink = target;
      cursor = begin;
      return this;
    }

    @Override
    public void segment(long from, long to, int timeClass) {
      fill(Math.min(from, end));
      long until = Math.min(to, end);
      if (until > cursor) {
        boolean whole = timeClass == RESTART || timeClass == RESUBMISSION;
        if (hasUnplaced(timeClass)) {
          split(cursor, until, Long.MAX_VALUE, timeClass, NONE, sink);
        } else if (whole || phases.isEmpty()) {
          sink.piece(cursor, until, timeClass);
        } else {
          processing.of(sink, NONE, phases).split(cursor, until, Long.MAX_VALUE, timeClass);
        }
        cursor = until;
      }
    }

    @Override
    public void processing(long from, long to) {
      fill(Math.min(from, end));
      if (to > cursor) {
        process(cursor, to, sink);
        cursor = to;
      }
    }

    /** Time that no segment covers has passed for an unknown purpose. */
    void fill(long to) {
      if (to > cursor) {
        sink.piece(cursor, to, UNIDENTIFIED);
        cursor = to;
      }
    }
  }
}
