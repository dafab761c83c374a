package io.flowgauge.log.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The contents of a ring at one moment.
 *
 * @param state how far events are in blocks
 * @param tail position after the last event
 * @param dropped events that were dropped
 * @param bytes what is between the state's head and the tail, in the byte order of the file
 */
public record RingSnapshot(
    RingHeader header,
    RingState state,
    long tail,
    long dropped,
    ByteBuffer identity,
    ByteBuffer bytes) {
  /** The next position after the given one at which the ring starts over. */
  public long wrap(long position) {
    return (position | (header.capacity() - 1L)) + 1;
  }

  /**
   * Index in the bytes of a position.
   *
   * @param position a position from head to tail
   */
  public int index(long position) {
    return (int) (position - state.head());
  }

  /** Offset of a position in the file, in bytes. */
  public long offset(long position) {
    return RingLayout.RING + (position & (header.capacity() - 1L));
  }

  /** Byte order of the file. */
  public ByteOrder order() {
    return header.order();
  }
}
