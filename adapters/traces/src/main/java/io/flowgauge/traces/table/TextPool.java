package io.flowgauge.traces.table;

import java.util.HashMap;
import java.util.Map;

/**
 * Keeps one copy of texts that repeat, as most values of a trace do: process, exit code, number of
 * processors. Not thread-safe.
 */
public final class TextPool {
  /** Columns of unique values must not fill the memory. */
  private static final int MAX_TEXTS = 10_000;

  private static final int MAX_CHARS = 64;

  private final Map<String, String> texts = new HashMap<>();

  /** An empty pool. */
  public TextPool() {}

  /**
   * Takes a text from the pool.
   *
   * @return an equal text, the same one each time as far as there is room
   */
  public String shared(String text) {
    if (text.length() > MAX_CHARS) {
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
