package io.flowgauge.traces.table;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps one copy of texts that repeat, as most values of a trace do: process, exit code, number of
 * processors. Not thread-safe.
 */
public final class TextPool {
  /** Limits that keep columns of unique values from filling the memory. */
  private static final int MAX_TEXTS = 10_000;

  private static final int MAX_CHARS = 64;

  private final Map<String, String> texts = new HashMap<>();
  private final int maxChars;

  /** An empty pool of short texts. */
  public TextPool() {
    this(MAX_CHARS);
  }

  /** An empty pool of texts up to a length. */
  public TextPool(int maxChars) {
    this.maxChars = maxChars;
  }

  /**
   * Takes a text from the pool.
   *
   * @return an equal text, the same one each time while there is room
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
