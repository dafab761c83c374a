package io.flowgauge.log.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a trigger file. Immutable and thread-safe.
 *
 * @param entries the entries, in their order
 * @param problems a message for each malformed line: its number, what was found and what was
 *     expected
 */
public record Triggers(List<TriggerEntry> entries, List<String> problems) {
  private static final Triggers NONE = new Triggers(List.of(), List.of());

  /**
   * Copies the parts.
   *
   * @param entries the entries
   * @param problems the problems
   */
  public Triggers {
    entries = List.copyOf(entries);
    problems = List.copyOf(problems);
  }

  /**
   * No entries: everything is off.
   *
   * @return the content of a missing file
   */
  public static Triggers none() {
    return NONE;
  }

  /**
   * Parses the text of a trigger file.
   *
   * @param text the text
   * @return its entries and problems
   */
  public static Triggers parse(String text) {
    return parse(text.getBytes(UTF_8));
  }

  static Triggers parse(byte[] text) {
    List<TriggerEntry> entries = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    int number = 0;
    for (int begin = 0; begin < text.length; ) {
      int end = lineEnd(text, begin);
      number++;
      try {
        TriggerLine.parse(text, begin, end).ifPresent(entries::add);
      } catch (IllegalArgumentException e) {
        problems.add("line " + number + ": " + e.getMessage());
      }
      begin = end + 1;
    }
    return new Triggers(entries, problems);
  }

  static int lineEnd(byte[] text, int begin) {
    int end = begin;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return end;
  }
}
