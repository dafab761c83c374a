package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;

/**
 * A block on its way to a destination.
 *
 * @param stream makes its bytes
 * @param run the events; an empty run ends the stream
 * @param dropped events of the stream dropped so far
 */
record Block(StreamEncoder stream, Run run, ClockAnchor anchor, long dropped) {
  /** Whether it would end a stream that has neither events nor drops. */
  boolean isNeedlessEnd() {
    return run.isEnd() && dropped == 0 && stream.isUnused();
  }

  /** A copy with its own bytes, because a lane reuses them. */
  Block copy() {
    return new Block(stream, run.copy(), anchor, dropped);
  }
}
