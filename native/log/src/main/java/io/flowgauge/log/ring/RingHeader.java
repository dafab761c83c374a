package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The header of a ring file or a type file.
 *
 * @param order byte order of all numbers in it
 * @param capacity bytes of the ring; 0 in a type file
 */
public record RingHeader(Kind kind, ByteOrder order, long log, int capacity) {
  /** The kinds of file. */
  public enum Kind {
    /** A ring. */
    RING('R'),
    /** Types of events. */
    TYPES('T');

    private final byte letter;

    Kind(char letter) {
      this.letter = (byte) letter;
    }
  }

  /** Bytes of a header. */
  public static final int BYTES = 28;

  private static final byte[] MARKER = {(byte) 0xFA, 'F', 'G', 'L'};
  private static final byte[] MARKER_END = {'\n', 0x1A, 0};
  private static final byte VERSION = 1;
  private static final byte LITTLE = 1;
  private static final byte BIG = 2;
  private static final int AT_KIND = 4;
  private static final int AT_VERSION = 8;
  private static final int AT_ORDER = 9;
  private static final int AT_CAPACITY = 12;
  private static final int AT_LOG = 16;
  private static final int AT_CRC = 24;

  /** Encodes the header as it is in the file. */
  public ByteBuffer encode() {
    ByteBuffer to = ByteBuffer.allocate(BYTES).order(order);
    to.put(MARKER).put(kind.letter).put(MARKER_END).put(VERSION);
    to.put(order == ByteOrder.LITTLE_ENDIAN ? LITTLE : BIG).putShort((short) 0);
    to.putInt(capacity).putLong(log);
    to.putInt(BlockHeader.checksum(to, 0, AT_CRC));
    return to.flip();
  }

  /**
   * Reads the header at the start of a buffer, and sets the buffer's byte order to the file's.
   *
   * @param from the first bytes of a file
   * @throws FormatException if there is none
   */
  public static RingHeader decode(ByteBuffer from, Kind kind) throws FormatException {
    require(begins(from, kind), "no file of " + (kind == Kind.RING ? "a ring" : "event types"));
    require(from.get(AT_VERSION) == VERSION, "a file of version " + from.get(AT_VERSION));
    byte order = from.get(AT_ORDER);
    require(order == LITTLE || order == BIG, "a file of byte order " + order);
    from.order(order == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    require(from.getInt(AT_CRC) == BlockHeader.checksum(from, 0, AT_CRC), "a damaged header");
    int capacity = from.getInt(AT_CAPACITY);
    require(
        kind == Kind.TYPES || (capacity <= RingLayout.MAX_CAPACITY && isPowerOfTwo(capacity)),
        "a ring of " + capacity + " bytes");
    return new RingHeader(kind, from.order(), from.getLong(AT_LOG), capacity);
  }

  /**
   * Whether a file begins like a ring file or a type file.
   *
   * @param from its first bytes
   */
  public static boolean begins(ByteBuffer from, Kind kind) {
    if (from.limit() < BYTES) {
      return false;
    }
    byte[] found = new byte[AT_VERSION];
    from.get(0, found);
    return found[AT_KIND] == kind.letter
        && Arrays.equals(found, 0, AT_KIND, MARKER, 0, AT_KIND)
        && Arrays.equals(found, AT_KIND + 1, AT_VERSION, MARKER_END, 0, MARKER_END.length);
  }

  private static boolean isPowerOfTwo(int number) {
    return number > 0 && Integer.bitCount(number) == 1;
  }

  private static void require(boolean condition, String found) throws FormatException {
    if (!condition) {
      throw new FormatException(found);
    }
  }
}
