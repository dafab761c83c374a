package io.flowgauge.log.write;

import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Events of one lane that go into one block; without events, the end of a stream.
 *
 * @param bodies their body messages
 * @param baseNanos monotonic time to which the first is relative
 * @param types ids of their types
 */
record Run(ByteBuffer bodies, int events, long baseNanos, BitSet types) {
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);
  private static final BitSet NO_TYPES = new BitSet();

  static Run endOfStream(long baseNanos) {
    return new Run(NO_BYTES, 0, baseNanos, NO_TYPES);
  }

  boolean isEnd() {
    return events == 0;
  }

  int bytes() {
    return bodies.remaining();
  }

  /** Returns a copy with its own bytes. */
  Run copy() {
    ByteBuffer own = ByteBuffer.allocate(bytes()).put(bodies.duplicate()).flip();
    return new Run(own, events, baseNanos, (BitSet) types.clone());
  }
}
