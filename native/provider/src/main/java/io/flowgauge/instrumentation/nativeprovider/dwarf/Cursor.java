package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Reads little-endian values from a part of an array, and never beyond it. Not thread-safe. */
final class Cursor {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MOST_LEB_BITS = 63;
  private static final int LONGEST_TEXT = 65_535;

  private final String section;
  private final byte[] bytes;
  private final int end;
  private int at;

  Cursor(String section, byte[] bytes, int begin, int end) {
    this.section = section;
    this.bytes = bytes;
    this.at = begin;
    this.end = end;
  }

  /** Returns a cursor from an offset of a section to its end. */
  static Cursor at(String section, byte[] bytes, long offset) throws DebugFormatException {
    if (offset < 0 || offset > bytes.length) {
      throw new DebugFormatException(
          section + " has " + bytes.length + " bytes, but offset " + offset + " is wanted");
    }
    return new Cursor(section, bytes, (int) offset, bytes.length);
  }

  int position() {
    return at;
  }

  boolean hasMore() {
    return at < end;
  }

  /** Returns the next bytes as a separate cursor; this one continues after them. */
  Cursor part(long length) throws DebugFormatException {
    int begin = at;
    skip(length);
    return new Cursor(section, bytes, begin, at);
  }

  void skip(long length) throws DebugFormatException {
    if (length < 0 || length > end - at) {
      throw new DebugFormatException(
          section + " ends at " + end + ", but " + length + " bytes are wanted from " + at);
    }
    at += (int) length;
  }

  private int step(int size) throws DebugFormatException {
    int from = at;
    skip(size);
    return from;
  }

  int unsigned8() throws DebugFormatException {
    return bytes[step(1)] & 0xff;
  }

  int signed8() throws DebugFormatException {
    return bytes[step(1)];
  }

  int unsigned16() throws DebugFormatException {
    return (short) SHORT.get(bytes, step(Short.BYTES)) & 0xffff;
  }

  long unsigned24() throws DebugFormatException {
    return unsigned16() | (long) unsigned8() << 16;
  }

  long unsigned32() throws DebugFormatException {
    return (int) INT.get(bytes, step(Integer.BYTES)) & 0xffff_ffffL;
  }

  long signed64() throws DebugFormatException {
    return (long) LONG.get(bytes, step(Long.BYTES));
  }

  /** Reads an offset of the 32-bit or the 64-bit format. */
  long offset(int size) throws DebugFormatException {
    return size == Long.BYTES ? signed64() : unsigned32();
  }

  /** Reads an unsigned LEB128 number; bits beyond the 64th are lost. */
  long unsignedLeb() throws DebugFormatException {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = unsigned8();
      if (shift <= MOST_LEB_BITS) {
        value |= (next & 0x7fL) << shift;
      }
      if ((next & 0x80) == 0) {
        return value;
      }
    }
  }

  long signedLeb() throws DebugFormatException {
    long value = 0;
    int shift = 0;
    int next;
    do {
      next = unsigned8();
      if (shift <= MOST_LEB_BITS) {
        value |= (next & 0x7fL) << shift;
      }
      shift += 7;
    } while ((next & 0x80) != 0);
    boolean isNegative = (next & 0x40) != 0 && shift <= MOST_LEB_BITS;
    return isNegative ? value | -1L << shift : value;
  }

  /** Reads a text up to its terminating zero; texts longer than any real name are truncated. */
  String text() throws DebugFormatException {
    int begin = at;
    skipText();
    return new String(bytes, begin, Math.min(at - 1 - begin, LONGEST_TEXT), StandardCharsets.UTF_8);
  }

  void skipText() throws DebugFormatException {
    while (unsigned8() != 0) {
      // skips the character
    }
  }
}
