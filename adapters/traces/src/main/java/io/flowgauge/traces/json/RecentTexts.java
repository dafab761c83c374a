package io.flowgauge.traces.json;

/**
 * Makes texts of characters, and finds those made not long ago: most texts of a document are met
 * again and again. Not thread-safe.
 */
final class RecentTexts {
  private static final int SLOTS = 1 << 9;
  private static final int MAX_CHARS = 64;

  /** The last text of each hash. */
  private final String[] last = new String[SLOTS];

  /** The text of some characters. */
  String text(char[] characters, int from, int length) {
    if (length == 0) {
      return "";
    }
    if (length > MAX_CHARS) {
      return new String(characters, from, length);
    }
    int slot = slot(characters, from, length);
    String text = last[slot];
    if (text == null || !isOf(text, characters, from, length)) {
      text = new String(characters, from, length);
      last[slot] = text;
    }
    return text;
  }

  private static int slot(char[] characters, int from, int length) {
    int hash = length;
    for (int k = from; k < from + length; k++) {
      hash = 31 * hash + characters[k];
    }
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }

  private static boolean isOf(String text, char[] characters, int from, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int k = 0; k < length; k++) {
      if (text.charAt(k) != characters[from + k]) {
        return false;
      }
    }
    return true;
  }
}
