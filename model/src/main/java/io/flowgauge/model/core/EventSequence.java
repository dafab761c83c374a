package io.flowgauge.model.core;

import io.flowgauge.run.EventType;
import java.util.Arrays;

/**
 * Events in the order they were recorded. The caller guards appending. Entries below a given length
 * never change, so a {@link #prefix} can be read while recording continues.
 */
final class EventSequence {
  private static final EventType[] TYPES = EventType.values();
  private static final int FIRST_BLOCK = 1 << 10;
  private static final int BLOCK = 1 << 16;

  /** A block of consecutive events; a full block is never written to again. */
  static final class Block {
    final long[] times;
    final int[] activities;
    final int[] attempts;
    final byte[] types;

    Block(int size) {
      times = new long[size];
      activities = new int[size];
      attempts = new int[size];
      types = new byte[size];
    }
  }

  private Block[] blocks = new Block[4];
  private int[] ends = new int[4];
  private int blockCount;
  private int size;

  /** Returns the one-byte code of an event type; codes are ordered by lifecycle rank. */
  @SuppressWarnings("EnumOrdinal") // EventType states that its order is the lifecycle rank.
  static byte code(EventType type) {
    return (byte) type.ordinal();
  }

  /** The event type of a code. */
  static EventType type(byte code) {
    return TYPES[code];
  }

  void add(int activity, byte type, long time, int attempt) {
    if (blockCount == 0 || size == ends[blockCount - 1]) {
      addBlock();
    }
    Block block = blocks[blockCount - 1];
    int at = block.times.length - (ends[blockCount - 1] - size);
    block.times[at] = time;
    block.activities[at] = activity;
    block.attempts[at] = attempt;
    block.types[at] = type;
    size++;
  }

  /** Adds an empty block. If memory runs out, the sequence stays as it was. */
  private void addBlock() {
    Block block = new Block(blockCount == 0 ? FIRST_BLOCK : BLOCK);
    if (blockCount == blocks.length) {
      int[] longer = Arrays.copyOf(ends, blockCount * 2);
      blocks = Arrays.copyOf(blocks, blockCount * 2);
      ends = longer;
    }
    blocks[blockCount] = block;
    ends[blockCount] = size + block.times.length;
    blockCount++;
  }

  /** The events recorded so far, for reading without the caller's guard. */
  Prefix prefix() {
    return new Prefix(Arrays.copyOf(blocks, blockCount), size);
  }

  /** Receives each event once. */
  interface Reader {
    void event(int activity, byte type, long time, int attempt);
  }

  /** The first events of a sequence. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; the blocks are shared on purpose.
  record Prefix(Block[] blocks, int size) {
    void forEach(Reader reader) {
      int left = size;
      for (Block block : blocks) {
        int used = Math.min(left, block.times.length);
        for (int k = 0; k < used; k++) {
          reader.event(block.activities[k], block.types[k], block.times[k], block.attempts[k]);
        }
        left -= used;
      }
    }

    /**
     * Passes on each event after some first ones. Has its own loop, because further implementations
     * of {@link Reader} would make every call through {@link #forEach} slower.
     *
     * @param first number of events to leave out
     */
    void forEachAfter(int first, Reader reader) {
      int begin = 0;
      for (Block block : blocks) {
        int end = Math.min(size, begin + block.times.length);
        for (int k = Math.max(0, first - begin); k < end - begin; k++) {
          reader.event(block.activities[k], block.types[k], block.times[k], block.attempts[k]);
        }
        begin = end;
      }
    }

    /**
     * Releases the events, because the columns made from them need their space. They must not be
     * read again.
     */
    void release() {
      Arrays.fill(blocks, null);
    }
  }
}
