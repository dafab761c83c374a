package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.SUSPENDED;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;

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
  private final ActivitySegments segments;
  private final Waits waits;
  private final SegmentPieces pieces;
  private final SegmentSums sums;

  /** Looks at the activities of a run. */
  public ActivityTimes(ColumnarRun run) {
    segments = new ActivitySegments(run);
    waits = new Waits(run);
    pieces = new SegmentPieces(segments);
    sums = new SegmentSums(segments);
  }

  /** Looks at an activity. */
  public ActivityTimes load(int index) {
    segments.load(index);
    return this;
  }

  /**
   * When the activity was first heard of: nanoseconds, or {@link Columns#ABSENT} if it left no
   * event.
   */
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
   * T(a) less what is known to have been waited for processors meanwhile: what it would have taken
   * undisturbed (definitions, "Ideal time").
   *
   * @return nanoseconds, T(a) where no wait was measured, or {@link Columns#ABSENT} if T(a) is not
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
    LengthInT length = new LengthInT(timeClass, wallclock());
    segments.giveTo(
        new SegmentSink() {
          @Override
          public void segment(long from, long to, int ofClass) {
            // Outside T.
          }

          @Override
          public void processing(long from, long to) {
            segments.process(from, to, length);
          }
        });
    return length.nanos;
  }

  /** Whether it was still under way at t_now, so that T(a) is what it has taken so far. */
  public boolean isOpen() {
    return segments.open;
  }

  /** Whether the activity transfers data. */
  public boolean isTransfer() {
    return segments.transfer;
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
    return sums.add(ideal, nanos, null);
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
    return sums.add(ideal, nanos, known(end()) ? pieces.into(waits(sink)) : null);
  }

  /**
   * Splits the time from {@link #begin} to {@link #end} into pieces, in order and without gap or
   * overlap: where events contradict each other, what lies before the ones already seen is left
   * out.
   */
  public void pieces(PieceSink sink) {
    if (known(end())) {
      segments.giveTo(pieces.into(sink));
      pieces.fill(end());
    }
  }

  /**
   * Picks from {@link #pieces} those during which it waited, for whatever reason: of these only the
   * part counts during which a slot was free (definitions, "Exposed wait"). They are waiting, queue
   * residency, resubmission, and what failed attempts did not spend working. The picker is reused
   * by the next call.
   */
  public PieceSink waits(WaitSink sink) {
    return waits.of(segments.activity, segments.attempt, sink);
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
}
