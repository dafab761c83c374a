package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.ClockAnchor;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Up to where the events of a ring are in blocks, and what the next block will need.
 *
 * @param stream number of the stream
 * @param number number of its next block
 * @param head position of the first event that is not in a block
 * @param events events of the stream before that
 * @param baseNanos monotonic time from which that event counts
 * @param anchor how monotonic times become wall-clock times
 */
public record RingState(
    int stream, int number, long head, long events, long baseNanos, ClockAnchor anchor) {
  static final int BYTES = 68;
  static final int AT_IDENTITY_BYTES = 56;
  static final int AT_IDENTITY_CRC = 60;
  private static final int AT_CRC = 64;

  /** Puts it at the start of a buffer. */
  void encode(ByteBuffer to, long sequence, int identityBytes, int identityCrc) {
    to.clear().putLong(sequence).putLong(head).putLong(events).putLong(baseNanos);
    to.putLong(anchor.wallNanos()).putLong(anchor.monotonicNanos()).putInt(stream).putInt(number);
    to.putInt(identityBytes).putInt(identityCrc);
    to.putInt(BlockHeader.checksum(to, 0, AT_CRC));
  }

  /** Reads what is at an index, or is empty if that is no state. */
  static Optional<RingState> decode(ByteBuffer from, int at) {
    if (from.getInt(at + AT_CRC) != BlockHeader.checksum(from, at, AT_CRC)) {
      return Optional.empty();
    }
    ClockAnchor anchor = new ClockAnchor(from.getLong(at + 32), from.getLong(at + 40));
    RingState state =
        new RingState(
            from.getInt(at + 48),
            from.getInt(at + 52),
            from.getLong(at + 8),
            from.getLong(at + 16),
            from.getLong(at + 24),
            anchor);
    return state.isPlausible() ? Optional.of(state) : Optional.empty();
  }

  private boolean isPlausible() {
    return stream >= 0
        && isCount(number, Integer.MAX_VALUE)
        && isCount(head, Long.MAX_VALUE)
        && isCount(events, Long.MAX_VALUE);
  }

  /** Whether a number is one, with room to count on. */
  private static boolean isCount(long number, long most) {
    return number >= 0 && number <= most / 2;
  }

  /**
   * The state with another head.
   *
   * @param newHead position of the first event that is not in a block
   * @return a state that is otherwise the same
   */
  public RingState withHead(long newHead) {
    return new RingState(stream, number, newHead, events, baseNanos, anchor);
  }
}
