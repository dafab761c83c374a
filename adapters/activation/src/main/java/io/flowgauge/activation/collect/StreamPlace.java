package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.ClockAnchor;
import java.nio.ByteOrder;

/**
 * How far a stream has got. Stored as a block header without events.
 *
 * @param events events in the blocks before
 * @param dropped events dropped up to there
 * @param ended whether no block will follow
 */
record StreamPlace(int number, long events, long dropped, boolean ended) {
  static final StreamPlace BEGIN = new StreamPlace(0, 0, 0, false);

  private static final ClockAnchor NO_ANCHOR = new ClockAnchor(0, 0);

  /** Returns the place after a block. */
  static StreamPlace after(BlockHeader block) {
    return new StreamPlace(
        block.number() + 1, block.firstEvent() + block.events(), block.dropped(), block.end());
  }

  static StreamPlace decode(BlockHeader kept) {
    return new StreamPlace(kept.number(), kept.firstEvent(), kept.dropped(), kept.end());
  }

  BlockHeader encode(StreamKey key, ByteOrder order, BlockHeader.Sections sections) {
    return new BlockHeader(
        order, ended, key.log(), key.stream(), number, events, dropped, 0, NO_ANCHOR, 0, sections);
  }

  StreamPlace withDropped(long total) {
    return new StreamPlace(number, events, total, ended);
  }
}
