package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.COMPUTE;
import static io.flowgauge.metrics.activity.TimeClass.DATA_TRANSFER;
import static io.flowgauge.metrics.activity.TimeClass.EXTERNAL_LOAD;
import static io.flowgauge.metrics.activity.TimeClass.POLLING;
import static io.flowgauge.metrics.activity.TimeClass.UNIDENTIFIED;
import static io.flowgauge.model.core.Columns.known;

import java.util.Arrays;

/** Adds up the signed lengths of segments. Reused. Not thread-safe. */
final class SegmentSums implements SegmentSink {
  private final ActivitySegments activity;
  private long[] nanos = new long[0];

  /** Lengths of the pieces of processing by class; scratch space of {@link #split}. */
  private final long[] processed = new long[TimeClass.COUNT + 1];

  private final PieceSink toProcessed = (from, to, c) -> processed[c] += to - from;

  /** Also takes the segments, to find the waits in them; null if waits are not requested. */
  private SegmentPieces segments;

  private int measured;
  private long phasesInside;

  SegmentSums(ActivitySegments activity) {
    this.activity = activity;
  }

  /**
   * Adds the times of the activity to sums.
   *
   * @param ideal ideal time in nanoseconds, or absent
   * @param further takes segments, too; null for none
   * @return a bit for each class of overhead that was measured
   */
  int add(long ideal, long[] target, SegmentPieces further) {
    nanos = target;
    segments = further;
    measured = 0;
    phasesInside = 0;
    activity.giveTo(this);
    if (known(activity.wallclock) && known(ideal) && !activity.transfer) {
      nanos[EXTERNAL_LOAD] += activity.wallclock - ideal - phasesInside;
      measured |= 1 << EXTERNAL_LOAD;
    }
    return measured & ~(1 << UNIDENTIFIED | 1 << COMPUTE);
  }

  @Override
  public void segment(long from, long to, int timeClass) {
    nanos[timeClass] += to - from;
    measured |= 1 << timeClass;
    long own = to - from;
    if (!activity.phases.isEmpty() && !ActivitySegments.isWhole(timeClass)) {
      for (Phases.Interval phase : activity.phases) {
        long overlap = Math.min(to, phase.end()) - Math.max(from, phase.begin());
        nanos[timeClass] -= Math.max(0, overlap);
        own -= Math.max(0, overlap);
        add(phase.timeClass(), overlap);
      }
    }
    Unplaced unplaced = activity.unplacedIn(timeClass);
    if (!unplaced.isEmpty()) {
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

  /** Adds the processing time. It is not passed on, because it contains no waits. */
  @Override
  public void processing(long from, long to) {
    if (activity.isPlain()) {
      add(COMPUTE, Math.min(activity.wallclock, to - from));
      nanos[POLLING] += to - from - activity.wallclock;
      measured |= 1 << POLLING;
    } else {
      split(from, to);
    }
  }

  private void split(long from, long to) {
    long[] own = processed;
    Arrays.fill(own, 0);
    long placed = activity.process(from, to, toProcessed);
    boolean transfer = activity.transfer;
    long rest = to - from;
    int restClass = transfer ? DATA_TRANSFER : POLLING;
    for (int c = 0; c < own.length; c++) {
      if (c != restClass) {
        rest -= own[c];
        add(c, own[c]);
      }
    }
    // T may be longer than the time available for it; polling is then negative.
    nanos[restClass] += transfer ? rest : rest - (activity.wallclock - placed);
    measured |= 1 << restClass;
    phasesInside = transfer ? 0 : placed - own[COMPUTE];
  }
}
