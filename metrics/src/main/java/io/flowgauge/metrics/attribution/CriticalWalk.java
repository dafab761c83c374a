package io.flowgauge.metrics.attribution;

import static io.flowgauge.metrics.activity.TimeClass.COMPUTE;
import static io.flowgauge.metrics.activity.TimeClass.ENACTMENT;
import static io.flowgauge.metrics.activity.TimeClass.EXTERNAL_LOAD;
import static io.flowgauge.metrics.activity.TimeClass.SERIALISATION;
import static io.flowgauge.metrics.activity.TimeClass.SUBMISSION;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.metrics.activity.ActivityTimes;
import io.flowgauge.metrics.activity.PieceSink;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.graph.Dag;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Walks back from an activity along the predecessors that completed last, and assigns each instant
 * on the way to one class (definitions, "Attribution"). Not thread-safe.
 */
public final class CriticalWalk {
  private static final int NONE = Waited.NONE;

  /** Passes on the service time that counts within a window. */
  @FunctionalInterface
  private interface Services {
    void within(long from, long to, PieceSink sink);
  }

  private final RunTimes times;
  private final Services services;
  private final Dag dag;
  private final ActivityTimes activity;
  private final ActivityTimes other;
  private final LatestTimed latest;
  private final Waited waited;
  private final long[] sums = new long[TimeClass.COUNT + 1];

  /** Prepares walks through a run. */
  public CriticalWalk(RunTimes times) {
    this(times, times.services()::all);
  }

  /** Prepares walks through regions, in which only exposed services count. */
  public static CriticalWalk inRegions(RunTimes times) {
    return new CriticalWalk(times, times.services()::exposed);
  }

  private CriticalWalk(RunTimes times, Services services) {
    this.times = times;
    this.services = services;
    this.dag = times.run().workflow().dag();
    this.activity = new ActivityTimes(times.run());
    this.other = new ActivityTimes(times.run());
    this.latest = new LatestTimed(times.run());
    this.waited = new Waited(times.run());
  }

  /**
   * Walks back from the end of an activity.
   *
   * @param last the activity to start from; its times are known
   * @param start the time at which to stop, in nanoseconds
   * @param inside which activities may be walked through
   * @param path takes the steps; their shares sum to the time from {@code start} to the end of
   *     {@code last}
   */
  public void back(int last, long start, IntPredicate inside, KnownPath path) {
    back(last, activity.load(last).end(), start, inside, path);
  }

  /** Walks back from any time. An activity without events spent all its time in enactment. */
  void back(int last, long end, long start, IntPredicate inside, KnownPath path) {
    int current = last;
    long to = end;
    while (current != NONE && !path.isCompletedAt(current, to)) {
      int before = latestPredecessor(current, inside);
      long from = before == NONE ? start : Math.max(start, Math.min(to, end(before)));
      Arrays.fill(sums, 0);
      attribute(current, Math.min(from, to), to);
      path.add(current, to, sums);
      current = before;
      to = from;
    }
  }

  /** Whether a walk came to an activity without times, which others had to stand in for. */
  public boolean hasPassedUntimed() {
    return latest.wasSearched();
  }

  private long end(int index) {
    return other.load(index).end();
  }

  private int latestPredecessor(int index, IntPredicate inside) {
    waited.clear();
    for (int k = 0; k < dag.predecessorCount(index); k++) {
      int predecessor = dag.predecessor(index, k);
      int candidate = latest.of(predecessor);
      if (candidate != NONE && inside.test(candidate)) {
        waited.offer(candidate, candidate != predecessor);
      }
    }
    return waited.found();
  }

  /**
   * Assigns the time of a window to classes of one activity. The window ends no later than the
   * activity.
   */
  private void attribute(int index, long from, long to) {
    activity.load(index);
    long begin = known(activity.begin()) ? activity.begin() : to;
    if (from < begin) {
      enactment(index, from, Math.min(begin, to));
    }
    activity.pieces(new Clipped(index, Math.max(from, begin), to));
  }

  private void enactment(int index, long from, long to) {
    long serialised = times.saturated(index, from, to);
    sums[SERIALISATION] += serialised;
    long[] left = {to - from - serialised};
    services.within(
        from,
        to,
        (f, t, service) -> {
          long own = t - f - times.saturated(index, f, t);
          sums[service] += own;
          left[0] -= own;
        });
    sums[ENACTMENT] += left[0];
  }

  /** Adds up the part of each piece that lies in a window. */
  private final class Clipped implements PieceSink {
    private final int index;
    private final long from;
    private final long to;
    private final PieceSink waits;
    private long idealLeft;

    Clipped(int index, long from, long to) {
      this.index = index;
      this.from = from;
      this.to = to;
      this.waits = activity.waits(this::moveToSerialisation);
      long ideal = times.ideals().nanos(index);
      this.idealLeft = known(ideal) ? ideal : 0;
    }

    @Override
    public void piece(long pieceFrom, long pieceTo, int timeClass) {
      waits.piece(pieceFrom, pieceTo, timeClass);
      if (timeClass == COMPUTE) {
        long useful = Math.min(idealLeft, pieceTo - pieceFrom);
        idealLeft -= useful;
        addPiece(pieceFrom, pieceFrom + useful, COMPUTE);
        addPiece(pieceFrom + useful, pieceTo, EXTERNAL_LOAD);
      } else {
        addPiece(pieceFrom, pieceTo, timeClass);
      }
    }

    /** Moves the part of a wait during which no slot was free to serialisation. */
    private void moveToSerialisation(int attempt, long waitFrom, long waitTo, int timeClass) {
      long f = Math.max(from, waitFrom);
      long t = Math.min(to, waitTo);
      move(timeClass, SERIALISATION, times.saturated(index, attempt, f, t));
    }

    private void addPiece(long pieceFrom, long pieceTo, int timeClass) {
      long f = Math.max(from, pieceFrom);
      long t = Math.min(to, pieceTo);
      if (t <= f) {
        return;
      }
      sums[timeClass] += t - f;
      if (timeClass == SUBMISSION) {
        services.within(f, t, (a, b, service) -> move(SUBMISSION, service, b - a));
      }
    }

    private void move(int fromClass, int toClass, long nanos) {
      sums[fromClass] -= nanos;
      sums[toClass] += nanos;
    }
  }
}
