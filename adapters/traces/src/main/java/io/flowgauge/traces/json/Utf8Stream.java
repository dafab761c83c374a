package io.flowgauge.traces.json;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.MalformedInputException;

/**
 * Passes bytes through, and fails at the first one that is not valid UTF-8, for parsers that would
 * accept or replace it. Not thread-safe.
 */
final class Utf8Stream extends InputStream {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long BEYOND_ASCII = 0x8080808080808080L;
  private static final int FIRST_MORE = 0x80;
  private static final int LAST_MORE = 0xBF;

  private final InputStream in;

  /** Number of bytes still missing from the current character. */
  private int missing;

  /** Permitted range of its next byte, which some first bytes narrow: see Unicode, table 3-7. */
  private int lowest = FIRST_MORE;

  private int highest = LAST_MORE;

  Utf8Stream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = in.read(into, offset, length);
    if (read < 0 && missing > 0) {
      throw new MalformedInputException(1);
    }
    int end = offset + read;
    int k = offset;
    while (k < end) {
      if (missing == 0) {
        k = skipAscii(into, k, end);
      }
      if (k < end) {
        check(into[k++] & 0xFF);
      }
    }
    return read;
  }

  private static int skipAscii(byte[] bytes, int from, int end) {
    int k = from;
    while (k + Long.BYTES <= end && ((long) LONGS.get(bytes, k) & BEYOND_ASCII) == 0) {
      k += Long.BYTES;
    }
    while (k < end && bytes[k] >= 0) {
      k++;
    }
    return k;
  }

  private void check(int unit) throws MalformedInputException {
    if (missing == 0) {
      first(unit);
      return;
    }
    if (unit < lowest || unit > highest) {
      throw new MalformedInputException(1);
    }
    missing--;
    lowest = FIRST_MORE;
    highest = LAST_MORE;
  }

  private void first(int unit) throws MalformedInputException {
    if (unit < 0xC2 || unit > 0xF4) {
      throw new MalformedInputException(1);
    }
    missing = unit < 0xE0 ? 1 : unit < 0xF0 ? 2 : 3;
    switch (unit) {
      case 0xE0 -> lowest = 0xA0; // Below this, the character fits into two bytes.
      case 0xED -> highest = 0x9F; // Above this, it is a surrogate.
      case 0xF0 -> lowest = 0x90; // Below this, the character fits into three bytes.
      case 0xF4 -> highest = 0x8F; // Above this, it is beyond Unicode.
      default -> {} // No narrower range.
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
