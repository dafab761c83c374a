package io.flowgauge.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the heads of body messages, one after another. Not thread-safe. */
public final class BodyHead {
  /** Bytes of a head with a type id up to {@link #MAX_SHORT_TYPE} and 2 bytes of time. */
  public static final int SHORT = 3;

  /** Bytes of a head with a type id up to {@link #MAX_SHORT_TYPE} and 4 bytes of time. */
  public static final int LONG = 6;

  /** Bytes of a head with any type id and any time. */
  public static final int FULL = 12;

  /** The greatest type id that the shorter heads can hold. */
  public static final int MAX_SHORT_TYPE = 250;

  /** The greatest type id. */
  public static final int MAX_TYPE = 0xFFFF;

  /** Every message is shorter than 64 KiB. */
  public static final int MAX_MESSAGE = 0xFFFF;

  private static final int LONG_CODE = 254;
  private static final int FULL_CODE = 255;
  private static final int BYTE = 0xFF;

  private int typeId;
  private int bytes;
  private long nanos;

  /** Creates a reader that has read nothing; the base time is 0. */
  public BodyHead() {}

  /**
   * Starts over.
   *
   * @param baseNanos monotonic time to which the next message is relative
   */
  public void reset(long baseNanos) {
    nanos = baseNanos;
  }

  /**
   * Reads the head of the next message.
   *
   * @param from the message, in the buffer's byte order
   * @param at index of its first byte
   * @throws FormatException if no message begins with these bytes
   */
  public void read(ByteBuffer from, int at) throws FormatException {
    int code = from.get(at) & BYTE;
    if (code >= 1 && code <= MAX_SHORT_TYPE) {
      typeId = code;
      bytes = SHORT;
      nanos += shortNanos(from, at);
    } else if (code == LONG_CODE) {
      typeId = from.get(at + 1) & BYTE;
      bytes = LONG;
      nanos += from.getInt(at + 2) & 0xFFFFFFFFL;
    } else if (code == FULL_CODE) {
      typeId = from.getShort(at + 2) & MAX_TYPE;
      bytes = FULL;
      nanos = from.getLong(at + 4);
    } else {
      throw new FormatException("a message that begins with " + code);
    }
  }

  /**
   * Returns how many nanoseconds a message with a {@link #SHORT} head is later than the one before.
   *
   * @param at index of its first byte
   */
  public static long shortNanos(ByteBuffer from, int at) {
    return from.getShort(at + 1) & 0xFFFF;
  }

  /** Returns the type id of the last message read: 1 to 65535; 0 if the message is damaged. */
  public int typeId() {
    return typeId;
  }

  /** Returns the length of the head of the last message read: 3, 6 or 12 bytes. */
  public int bytes() {
    return bytes;
  }

  /** Returns the monotonic time of the last message read, in nanoseconds. */
  public long nanos() {
    return nanos;
  }

  /**
   * Writes the shortest possible head.
   *
   * @param to receives it, in the buffer's byte order; up to {@link #FULL} bytes are overwritten
   * @param at index of its first byte
   * @param previous monotonic time of the previous message
   * @return bytes of the head
   */
  public static int put(ByteBuffer to, int at, int typeId, long nanos, long previous) {
    long delta = nanos - previous;
    if (typeId > MAX_SHORT_TYPE || delta >>> Integer.SIZE != 0) {
      to.put(at, (byte) FULL_CODE).put(at + 1, (byte) 0).putShort(at + 2, (short) typeId);
      to.putLong(at + 4, nanos);
      return FULL;
    }
    if (delta >>> Short.SIZE != 0) {
      to.put(at, (byte) LONG_CODE).put(at + 1, (byte) typeId).putInt(at + 2, (int) delta);
      return LONG;
    }
    to.putInt(at, shortHead(to.order(), typeId, (int) delta));
    return SHORT;
  }

  /** Returns a short head as one number of four bytes; the fourth byte is overwritten later. */
  private static int shortHead(ByteOrder order, int typeId, int delta) {
    return order == ByteOrder.LITTLE_ENDIAN
        ? typeId | (delta << Byte.SIZE)
        : (typeId << (3 * Byte.SIZE)) | (delta << Byte.SIZE);
  }
}
