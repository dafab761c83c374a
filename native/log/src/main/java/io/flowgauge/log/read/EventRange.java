package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import java.util.List;

/**
 * Events of a stream, counted from 0.
 *
 * @param begin the first
 * @param end the first that is not meant any more
 */
record EventRange(long begin, long end) {
  static final EventRange NONE = new EventRange(0, 0);

  /** The events of blocks that follow each other. */
  static EventRange of(List<BlockRef> blocks) {
    if (blocks.isEmpty()) {
      return NONE;
    }
    BlockHeader last = blocks.get(blocks.size() - 1).header();
    return new EventRange(blocks.get(0).header().firstEvent(), last.firstEvent() + last.events());
  }

  /** These and those of a later range that overlaps or follows; the later range if it does not. */
  EventRange extendedBy(EventRange later) {
    boolean meets = later.begin <= end && begin <= later.end;
    return meets ? new EventRange(Math.min(begin, later.begin), Math.max(end, later.end)) : later;
  }

  /** Whether all events of a block are meant. */
  boolean holds(BlockHeader block) {
    return begin <= block.firstEvent() && block.firstEvent() + block.events() <= end;
  }

  /** How many events at the start of a block are meant. */
  int atStartOf(BlockHeader block) {
    return block.firstEvent() < begin
        ? 0
        : (int) Math.max(0, Math.min(block.events(), end - block.firstEvent()));
  }
}
