package io.flowgauge.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The first 96 bytes of a block.
 *
 * @param order byte order of all numbers in the block
 * @param end whether it ends its stream
 * @param stream number of the stream in the log
 * @param number number of the block in the stream
 * @param firstEvent events of the stream before this block
 * @param dropped events of the stream dropped before this block was written
 * @param anchor relates its monotonic times to wall-clock times
 * @param baseNanos monotonic time to which the first body message is relative
 */
public record BlockHeader(
    ByteOrder order,
    boolean end,
    long log,
    int stream,
    int number,
    long firstEvent,
    long dropped,
    int events,
    ClockAnchor anchor,
    long baseNanos,
    Sections sections) {
  /** Bytes of a header. */
  public static final int BYTES = 96;

  /** Most bytes of the body messages, the header messages, or the identity of a block. */
  public static final int MAX_SECTION = 1 << 20;

  private static final int REPEAT = 64;
  private static final byte[] MARKER = {(byte) 0xFA, 'F', 'G', 'L', '\r', '\n', 0x1A, 0};

  /** Length of the marker that every block begins with. */
  public static final int MARKER_BYTES = MARKER.length;

  private static final byte VERSION = 1;
  private static final byte LITTLE = 1;
  private static final byte BIG = 2;
  private static final byte KIND_EVENTS = 1;
  private static final byte KIND_END = 2;

  private static final int AT_ORDER = 9;
  private static final int AT_CRC = 92;

  /**
   * The sections after the header.
   *
   * @param identityBytes bytes of the identity; 0 if left out
   * @param headerBytes bytes of the header messages
   * @param bodyBytes bytes of the body messages
   * @param descriptorsCrc CRC-32C of identity and header messages
   * @param bodiesCrc CRC-32C of the body messages
   */
  public record Sections(
      int identityBytes, int headerBytes, int bodyBytes, int descriptorsCrc, int bodiesCrc) {
    /** The sections of a block that has none. */
    public static final Sections NONE = new Sections(0, 0, 0, 0, 0);

    /** Bytes of identity and header messages. */
    public int descriptorBytes() {
      return identityBytes + headerBytes;
    }

    /** Bytes of all sections. */
    public int bytes() {
      return identityBytes + headerBytes + bodyBytes;
    }

    private boolean areAllowed() {
      return isAllowed(identityBytes) && isAllowed(headerBytes) && isAllowed(bodyBytes);
    }

    private static boolean isAllowed(int bytes) {
      return bytes >= 0 && bytes <= MAX_SECTION;
    }
  }

  /**
   * Whether a block repeats the identity and the header messages, for readers that lack earlier
   * blocks.
   *
   * @param number number of the block in its stream
   * @return true for 0, the powers of two, and every 64th
   */
  public static boolean repeats(int number) {
    return number % REPEAT == 0 || Integer.bitCount(number) == 1;
  }

  /** Bytes of the whole block. */
  public int blockBytes() {
    return BYTES + sections.bytes();
  }

  /**
   * Encodes the header at the buffer's position.
   *
   * @param to receives it, in the byte order of the block
   */
  public void encode(ByteBuffer to) {
    int start = to.order(order).position();
    to.put(MARKER).put(VERSION).put(order == ByteOrder.LITTLE_ENDIAN ? LITTLE : BIG);
    to.put(end ? KIND_END : KIND_EVENTS).put((byte) 0).putInt(sections.bodyBytes);
    to.putLong(log).putInt(stream).putInt(number).putLong(firstEvent).putLong(dropped);
    to.putLong(anchor.wallNanos()).putLong(anchor.monotonicNanos()).putLong(baseNanos);
    to.putInt(events).putInt(sections.identityBytes).putInt(sections.headerBytes);
    to.putInt(sections.descriptorsCrc).putInt(sections.bodiesCrc);
    to.putInt(checksum(to, start, AT_CRC));
  }

  /**
   * Whether a header may begin at an index, judging by as much of the marker as is there.
   *
   * @param bytes any bytes
   * @param at index of the first
   * @return whether the bytes are a marker, or the beginning of one that is cut off
   */
  public static boolean mayBeginAt(ByteBuffer bytes, int at) {
    int known = Math.min(MARKER.length, bytes.limit() - at);
    for (int k = 0; k < known; k++) {
      if (bytes.get(at + k) != MARKER[k]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads the header at the start of a buffer, and sets the buffer's byte order to the block's.
   *
   * @param from a buffer that begins with it
   * @throws FormatException if there is none
   */
  public static BlockHeader decode(ByteBuffer from) throws FormatException {
    require(from.limit() >= BYTES && mayBeginAt(from, 0), "no block");
    from.order(order(from.get(AT_ORDER)));
    require(from.getInt(AT_CRC) == checksum(from, 0, AT_CRC), "a damaged block header");
    require(from.get(8) == VERSION, "a block of version " + from.get(8));
    byte kind = from.get(10);
    require(kind == KIND_EVENTS || kind == KIND_END, "a block of kind " + kind);
    ClockAnchor anchor = new ClockAnchor(from.getLong(48), from.getLong(56));
    BlockHeader header =
        new BlockHeader(
            from.order(),
            kind == KIND_END,
            from.getLong(16),
            from.getInt(24),
            from.getInt(28),
            from.getLong(32),
            from.getLong(40),
            from.getInt(72),
            anchor,
            from.getLong(64),
            sections(from));
    require(header.isPlausible(), "a block header with impossible numbers");
    return header;
  }

  private static Sections sections(ByteBuffer from) {
    return new Sections(
        from.getInt(76), from.getInt(80), from.getInt(12), from.getInt(84), from.getInt(88));
  }

  private boolean isPlausible() {
    return stream >= 0
        && number >= 0
        && firstEvent >= 0
        && dropped >= 0
        && events >= 0
        && sections.areAllowed()
        && events <= sections.bodyBytes / BodyHead.SHORT;
  }

  private static ByteOrder order(byte code) throws FormatException {
    require(code == LITTLE || code == BIG, "a block of byte order " + code);
    return code == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  private static void require(boolean condition, String found) throws FormatException {
    if (!condition) {
      throw new FormatException(found);
    }
  }

  /**
   * CRC-32C of a part of a buffer. Position and limit of the buffer do not change.
   *
   * @param begin index of the first byte
   * @param length number of bytes
   */
  public static int checksum(ByteBuffer bytes, int begin, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(begin + length).position(begin));
    return (int) crc.getValue();
  }
}
