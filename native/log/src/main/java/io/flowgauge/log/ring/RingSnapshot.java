package io.flowgauge.log.ring;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What was in a ring at a moment.
 *
 * @param header the file's header
 * @param state what is in blocks
 * @param tail position after the last event
 * @param dropped events that were dropped
 * @param identity the stream's, as blocks have it
 * @param bytes what is between the state's head and the tail, in the byte order of the file
 */
public record RingSnapshot(
    RingHeader header,
    RingState state,
    long tail,
    long dropped,
    ByteBuffer identity,
    ByteBuffer bytes) {
  /**
   * Where the ring ends that a position lies in.
   *
   * @param position a position
   * @return the position at which the ring begins anew
   */
  public long wrap(long position) {
    return (position | (header.capacity() - 1L)) + 1;
  }

  /**
   * Index in the bytes of a position.
   *
   * @param position a position from head to tail
   * @return the index
   */
  public int index(long position) {
    return (int) (position - state.head());
  }

  /**
   * Offset in the file of a position.
   *
   * @param position a position
   * @return the offset in bytes
   */
  public long offset(long position) {
    return RingLayout.RING + (position & (header.capacity() - 1L));
  }

  /**
   * Byte order of the file.
   *
   * @return the order
   */
  public ByteOrder order() {
    return header.order();
  }
}
