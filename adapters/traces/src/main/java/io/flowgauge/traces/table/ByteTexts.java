package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Makes texts of bytes, and the same text of bytes that were met before, as far as these are not
 * too many or too long: most values of a trace repeat. Not thread-safe.
 */
final class ByteTexts {
  private static final int SLOTS = 1 << 14;
  private static final int MAX_BYTES = 64;

  /** The text met last for each hash; a column of unique values only replaces some. */
  private final String[] last = new String[SLOTS];

  /** The text of some bytes, decoded as UTF-8; bytes that are no text come out as U+FFFD. */
  String text(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length > MAX_BYTES) {
      return new String(bytes, from, length, UTF_8);
    }
    int slot = slot(bytes, from, to);
    String known = last[slot];
    if (known != null && isOf(known, bytes, from, length)) {
      return known;
    }
    String text = new String(bytes, from, length, UTF_8);
    last[slot] = text;
    return text;
  }

  /** By its length and some of its bytes: most are of values that are not met again. */
  private static int slot(byte[] bytes, int from, int to) {
    if (from == to) {
      return 0;
    }
    int hash = to - from;
    hash = 31 * hash + bytes[from];
    hash = 31 * hash + bytes[(from + to) / 2];
    hash = 31 * hash + bytes[Math.max(from, to - 2)];
    hash = 31 * hash + bytes[to - 1];
    return (hash ^ hash >>> 14) & (SLOTS - 1);
  }

  /** Whether a text is of these bytes; one that has others than ASCII never is. */
  private static boolean isOf(String text, byte[] bytes, int from, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int k = 0; k < length; k++) {
      if (text.charAt(k) != bytes[from + k]) {
        return false;
      }
    }
    return true;
  }
}
