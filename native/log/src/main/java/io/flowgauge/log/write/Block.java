package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;

/**
 * A block on its way to a destination.
 *
 * @param stream encodes the block
 * @param run the events; an empty run ends the stream
 * @param dropped number of events of the stream dropped so far
 */
record Block(StreamEncoder stream, Run run, ClockAnchor anchor, long dropped) {
  /** Whether it would end a stream that has neither events nor drops. */
  boolean isNeedlessEnd() {
    return run.isEnd() && dropped == 0 && stream.isUnused();
  }

  /** Returns a copy with its own bytes, because the lane will reuse the original ones. */
  Block copy() {
    return new Block(stream, run.copy(), anchor, dropped);
  }
}
