package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.ClockAnchor;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Which events of a ring are already in blocks, and the data needed for the next block.
 *
 * @param number number of the next block of the stream
 * @param head position of the first event that is not in a block
 * @param events number of events of the stream before the head
 * @param baseNanos monotonic time to which the event at the head is relative
 */
public record RingState(
    int stream, int number, long head, long events, long baseNanos, ClockAnchor anchor) {
  static final int BYTES = 68;
  static final int AT_IDENTITY_BYTES = 56;
  static final int AT_IDENTITY_CRC = 60;
  private static final int AT_CRC = 64;

  /** Encodes the state at the start of a buffer. */
  void encode(ByteBuffer to, long sequence, int identityBytes, int identityCrc) {
    to.clear().putLong(sequence).putLong(head).putLong(events).putLong(baseNanos);
    to.putLong(anchor.wallNanos()).putLong(anchor.monotonicNanos()).putInt(stream).putInt(number);
    to.putInt(identityBytes).putInt(identityCrc);
    to.putInt(BlockHeader.checksum(to, 0, AT_CRC));
  }

  /** Decodes the state at the start of a buffer; empty if there is none. */
  static Optional<RingState> decode(ByteBuffer from) {
    if (from.getInt(AT_CRC) != BlockHeader.checksum(from, 0, AT_CRC)) {
      return Optional.empty();
    }
    ClockAnchor anchor = new ClockAnchor(from.getLong(32), from.getLong(40));
    RingState state =
        new RingState(
            from.getInt(48),
            from.getInt(52),
            from.getLong(8),
            from.getLong(16),
            from.getLong(24),
            anchor);
    return state.isPlausible() ? Optional.of(state) : Optional.empty();
  }

  private boolean isPlausible() {
    return stream >= 0
        && isCount(number, Integer.MAX_VALUE)
        && isCount(head, Long.MAX_VALUE)
        && isCount(events, Long.MAX_VALUE);
  }

  /** Whether a number is a plausible count, with room to go on counting. */
  private static boolean isCount(long number, long most) {
    return number >= 0 && number <= most / 2;
  }

  /**
   * Copies the state with another head.
   *
   * @param newHead position of the first event that is not in a block
   * @return a state that is otherwise the same
   */
  public RingState withHead(long newHead) {
    return new RingState(stream, number, newHead, events, baseNanos, anchor);
  }
}
