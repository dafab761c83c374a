package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Events of one lane that go into one block; none, at the end of a stream.
 *
 * @param bodies their messages, as they are in the block
 * @param events how many they are
 * @param baseNanos monotonic clock from which the first counts
 * @param types ids of their types
 * @param anchor the clocks
 * @param dropped events of the stream that were dropped by now
 */
record Run(
    ByteBuffer bodies, int events, long baseNanos, BitSet types, ClockAnchor anchor, long dropped) {
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);
  private static final BitSet NO_TYPES = new BitSet();

  static Run end(long baseNanos, ClockAnchor anchor, long dropped) {
    return new Run(NO_BYTES, 0, baseNanos, NO_TYPES, anchor, dropped);
  }

  boolean isEnd() {
    return events == 0;
  }

  int bytes() {
    return bodies.remaining();
  }

  /** The same with bytes of its own: those of a lane are written anew. */
  Run copy() {
    ByteBuffer own = ByteBuffer.allocate(bytes()).put(bodies.duplicate()).flip();
    return new Run(own, events, baseNanos, (BitSet) types.clone(), anchor, dropped);
  }
}
