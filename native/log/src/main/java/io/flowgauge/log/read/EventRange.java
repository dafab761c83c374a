package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import java.util.List;

/**
 * A range of events of a stream, counted from 0.
 *
 * @param begin number of the first event
 * @param end number of the first event after the range
 */
record EventRange(long begin, long end) {
  static final EventRange NONE = new EventRange(0, 0);

  /** Returns the range of the events of consecutive blocks. */
  static EventRange of(List<BlockRef> blocks) {
    if (blocks.isEmpty()) {
      return NONE;
    }
    BlockHeader last = blocks.get(blocks.size() - 1).header();
    return new EventRange(blocks.get(0).header().firstEvent(), last.firstEvent() + last.events());
  }

  /**
   * Returns this range extended by a later one that overlaps or adjoins it; otherwise the later
   * range.
   */
  EventRange extendedBy(EventRange later) {
    boolean meets = later.begin <= end && begin <= later.end;
    return meets ? new EventRange(Math.min(begin, later.begin), Math.max(end, later.end)) : later;
  }

  /** Whether the range holds all events of a block. */
  boolean holds(BlockHeader block) {
    return begin <= block.firstEvent() && block.firstEvent() + block.events() <= end;
  }

  /** Returns how many events at the start of a block the range holds. */
  int countAtStartOf(BlockHeader block) {
    return block.firstEvent() < begin
        ? 0
        : (int) Math.max(0, Math.min(block.events(), end - block.firstEvent()));
  }
}
