package io.flowgauge.traces.table;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps one copy of each text that repeats, as do most values of a trace: process, exit code,
 * number of processors. Not thread-safe.
 */
public final class TextPool {
  /** Limits that keep columns with unique values from filling the memory. */
  private static final int MAX_TEXTS = 10_000;

  private static final int MAX_CHARS = 64;

  private final Map<String, String> texts = new HashMap<>();
  private final int maxChars;

  /** Creates an empty pool of short texts. */
  public TextPool() {
    this(MAX_CHARS);
  }

  /** Creates an empty pool of texts up to a length. */
  public TextPool(int maxChars) {
    this.maxChars = maxChars;
  }

  /**
   * Returns the pooled copy of a text.
   *
   * @return an equal text, always the same one as long as the pool has room
   */
  public String shared(String text) {
    if (text.length() > maxChars) {
      return text;
    }
    String known = texts.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() < MAX_TEXTS) {
      texts.put(text, text);
    }
    return text;
  }
}
