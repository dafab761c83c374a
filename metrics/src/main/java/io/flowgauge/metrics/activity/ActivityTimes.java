package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.SUSPENDED;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import java.util.List;

/**
 * The time of the loaded activity, from its first event to its end, split into classes as in
 * definitions, "One activity". Call {@link #load} first; the object is reused, so that a million
 * activities create no garbage. Not thread-safe.
 *
 * <p>A missing event makes its segment not measured: the time goes to the segment that ends with
 * the next known event ({@code SUBMITTED} to {@code ACTIVE} without {@code PENDING} is queue
 * residency). Without {@code ACTIVE}, T is taken to end with the attempt, and the time before it is
 * unidentified; for a data transfer, all of it is transfer. A phase that is not computation counts
 * for its own class in whatever segment it lies, but not in suspensions and failed attempts. T is
 * where phases of computation that are as long as T are recorded, or else begins with {@code
 * ACTIVE}; a phase outside T does not make T longer than the ideal time. Phases of which only the
 * length is known are taken evenly out of the rest of T, or out of the unidentified time if T is
 * not known; for a transfer they are ignored. Measured waits for processors are phases, too, so
 * external load is the measured load plus whatever else makes T longer than the ideal time.
 */
public final class ActivityTimes {
  private final ActivitySegments segments;
  private final Waits waits;
  private final SegmentPieces pieces;
  private final SegmentSums sums;

  /** Prepares to load activities of a run. */
  public ActivityTimes(ColumnarRun run) {
    segments = new ActivitySegments(run);
    waits = new Waits(run);
    pieces = new SegmentPieces(segments);
    sums = new SegmentSums(segments);
  }

  /** Loads an activity. */
  public ActivityTimes load(int index) {
    segments.load(index);
    return this;
  }

  /** When the activity began: nanoseconds, or {@link Columns#ABSENT} if it left no event. */
  public long begin() {
    return segments.begin;
  }

  /**
   * When it ended, or t_now while it is open: nanoseconds, or {@link Columns#ABSENT} if it left no
   * event.
   */
  public long end() {
    return segments.end;
  }

  /**
   * T(a): as measured on its resource, else the time from ACTIVE to COMPLETED less suspensions
   * (definitions, "Events and states"); so far, while it runs.
   *
   * @return nanoseconds, or {@link Columns#ABSENT} if it is not known or the activity never
   *     completed
   */
  public long wallclock() {
    return segments.wallclock;
  }

  /**
   * T(a) less known waits for processors, that is, the time it would have taken undisturbed
   * (definitions, "Ideal time").
   *
   * @return nanoseconds, T(a) if no wait was measured, or {@link Columns#ABSENT} if T(a) is not
   *     known
   */
  public long undisturbed() {
    return wallclock() - inPhases(TimeClass.EXTERNAL_LOAD) - inPhases(TimeClass.SERIALISATION);
  }

  /**
   * How much of T(a) its phases of a class take.
   *
   * @return nanoseconds; 0 for a transfer, or if T(a) is not known
   */
  public long inPhases(int timeClass) {
    if (!known(wallclock()) || isTransfer() || !segments.hasPhases()) {
      return 0;
    }
    LengthInT length = new LengthInT(timeClass, wallclock(), segments.own);
    segments.giveTo(
        new SegmentSink() {
          @Override
          public void segment(long from, long to, int ofClass) {
            // This segment lies outside T.
          }

          @Override
          public void processing(long from, long to) {
            segments.process(from, to, length);
          }
        });
    return length.nanos;
  }

  /** Whether the activity was still under way at t_now; T(a) is then what it has taken so far. */
  public boolean isOpen() {
    return segments.open;
  }

  /** Whether the activity transfers data. */
  public boolean isTransfer() {
    return segments.transfer;
  }

  /**
   * Adds the signed times of the classes to sums. They and the ideal time add up exactly to the
   * time from {@link #begin} to {@link #end}, except for unidentified time. A negative interval
   * stays negative.
   *
   * @param ideal ideal time in nanoseconds, or {@link Columns#ABSENT}
   * @param nanos sums by class, one more than there are classes
   * @return a bit for each class that was measured
   */
  public int overheads(long ideal, long[] nanos) {
    return sums.add(ideal, nanos, null);
  }

  /**
   * Adds the times of the classes like {@link #overheads(long, long[])}, and also picks the pieces
   * during which the activity waited, like {@link #waits}.
   *
   * @param ideal ideal time in nanoseconds, or {@link Columns#ABSENT}
   * @param nanos sums by class, one more than there are classes
   * @param sink takes the pieces of {@link #pieces} that are waits
   * @return a bit for each class that was measured
   */
  public int overheads(long ideal, long[] nanos, WaitSink sink) {
    return sums.add(ideal, nanos, known(end()) ? pieces.into(waits(sink)) : null);
  }

  /**
   * Splits the time from {@link #begin} to {@link #end} into pieces, in order and without gap or
   * overlap. If events contradict each other, time before the pieces already given is left out.
   */
  public void pieces(PieceSink sink) {
    if (known(end())) {
      segments.giveTo(pieces.into(sink));
      pieces.fill(end());
    }
  }

  /**
   * Returns a sink that picks from {@link #pieces} those during which the activity waited for any
   * reason: waiting, queue residency, resubmission, and the time that failed attempts did not spend
   * working. Only the part of them during which a slot was free counts (definitions, "Exposed
   * wait"). The returned sink is reused by the next call.
   */
  public PieceSink waits(WaitSink sink) {
    return waits.of(segments.activity, segments.attempt, sink);
  }

  /**
   * Adds up the pieces of a class within T. Unless it is recorded where T is, it ends once the
   * activity has run for that long, not counting suspensions.
   */
  private static final class LengthInT implements PieceSink {
    private final int timeClass;
    private final List<Phases.Interval> own;
    private long left;
    private long nanos;

    LengthInT(int timeClass, long wallclock, List<Phases.Interval> own) {
      this.timeClass = timeClass;
      this.left = wallclock;
      this.own = own;
    }

    @Override
    public void piece(long from, long to, int pieceClass) {
      long inside = Math.min(left, own.isEmpty() ? to - from : Phases.within(own, from, to));
      if (pieceClass != SUSPENDED) {
        left -= inside;
        nanos += pieceClass == timeClass ? inside : 0;
      }
    }
  }
}
