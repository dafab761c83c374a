package io.flowgauge.log.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The contents of a ring at one moment.
 *
 * @param state which events are already in blocks
 * @param tail position after the last event
 * @param dropped number of dropped events
 * @param identity the encoded identity of the stream
 * @param bytes the messages between the state's head and the tail, in the byte order of the file
 */
public record RingSnapshot(
    RingHeader header,
    RingState state,
    long tail,
    long dropped,
    ByteBuffer identity,
    ByteBuffer bytes) {
  /** Returns the next position after the given one at which the ring starts over. */
  public long wrap(long position) {
    return (position | (header.capacity() - 1L)) + 1;
  }

  /**
   * Returns the index of a position in the bytes.
   *
   * @param position a position from head to tail
   */
  public int index(long position) {
    return (int) (position - state.head());
  }

  /** Returns the offset of a position in the file, in bytes. */
  public long offset(long position) {
    return RingLayout.RING + (position & (header.capacity() - 1L));
  }

  /** Byte order of the file. */
  public ByteOrder order() {
    return header.order();
  }
}
