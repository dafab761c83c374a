package io.flowgauge.traces.json;

/**
 * Turns characters into texts, reusing recent ones, because most texts of a document occur
 * repeatedly. Not thread-safe.
 */
final class RecentTexts {
  private static final int SLOTS = 1 << 9;
  private static final int MAX_CHARS = 64;

  /** The last text of each hash slot. */
  private final String[] last = new String[SLOTS];

  /** Returns a text equal to some characters. */
  String text(CharSequence characters) {
    if (characters.length() > MAX_CHARS) {
      return characters.toString();
    }
    int slot = slot(characters);
    String text = last[slot];
    if (text == null || !text.contentEquals(characters)) {
      text = characters.toString();
      last[slot] = text;
    }
    return text;
  }

  private static int slot(CharSequence characters) {
    int hash = characters.length();
    for (int k = 0; k < characters.length(); k++) {
      hash = 31 * hash + characters.charAt(k);
    }
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }
}
