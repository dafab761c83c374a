package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Decodes the cells of one column, reusing the texts of recent cells unless they are too long: most
 * columns of a trace have few values. If values do not repeat, searching takes longer than
 * decoding, so it is abandoned. Not thread-safe.
 */
final class ByteTexts {
  private static final int SLOTS = 1 << 8;
  private static final int MAX_BYTES = 64;

  /**
   * Number of texts after which searching is abandoned unless at least one in {@link #ONE_IN}
   * repeated.
   */
  private static final int TRIED = 1 << 12;

  private static final int ONE_IN = 4;

  /** The last text of each hash slot. */
  private final String[] last = new String[SLOTS];

  private boolean repeats = true;
  private int asked;
  private int known;

  /** Returns the text of some bytes, decoded as UTF-8; malformed bytes become U+FFFD. */
  String text(byte[] bytes, int from, int to) {
    int length = to - from;
    return length > MAX_BYTES || !repeat()
        ? new String(bytes, from, length, UTF_8)
        : pooled(bytes, from, to);
  }

  /** Whether texts have repeated so far; counts the request. */
  private boolean repeat() {
    if (repeats && ++asked == TRIED) {
      repeats = known >= TRIED / ONE_IN;
      asked = 0;
      known = 0;
    }
    return repeats;
  }

  private String pooled(byte[] bytes, int from, int to) {
    int slot = slot(bytes, from, to);
    String text = last[slot];
    if (text != null && isOf(text, bytes, from, to - from)) {
      known++;
      return text;
    }
    text = new String(bytes, from, to - from, UTF_8);
    last[slot] = text;
    return text;
  }

  /**
   * Hashes the length and a few of the bytes, which is faster than hashing all, most of whose
   * values do not recur.
   */
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

  /** Whether a text equals these bytes; false for all texts with characters beyond ASCII. */
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
