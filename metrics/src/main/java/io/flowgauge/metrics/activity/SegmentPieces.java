package io.flowgauge.metrics.activity;

import static io.flowgauge.metrics.activity.TimeClass.UNIDENTIFIED;

/** Gives segments on as pieces that neither overlap nor leave a gap. Reused. Not thread-safe. */
final class SegmentPieces implements SegmentSink {
  private final ActivitySegments activity;
  private PieceSink sink = (from, to, timeClass) -> {};
  private long cursor;

  SegmentPieces(ActivitySegments activity) {
    this.activity = activity;
  }

  /** Starts over with the loaded activity and a new target. */
  SegmentPieces into(PieceSink target) {
    sink = target;
    cursor = activity.begin;
    return this;
  }

  @Override
  public void segment(long from, long to, int timeClass) {
    fill(Math.min(from, activity.end));
    long until = Math.min(to, activity.end);
    if (until > cursor) {
      activity.split(cursor, until, timeClass, sink);
      cursor = until;
    }
  }

  @Override
  public void processing(long from, long to) {
    fill(Math.min(from, activity.end));
    if (to > cursor) {
      activity.process(cursor, to, sink);
      cursor = to;
    }
  }

  /** Fills a gap that no segment covers: its time was spent for an unknown purpose. */
  void fill(long to) {
    if (to > cursor) {
      sink.piece(cursor, to, UNIDENTIFIED);
      cursor = to;
    }
  }
}
