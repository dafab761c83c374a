package io.flowgauge.log.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one line of a trigger file. Not thread-safe. */
final class TriggerLine {
  private static final Set<String> NAMES =
      Set.of(TriggerEntry.EVENT, TriggerEntry.WHERE, TriggerEntry.TO, TriggerEntry.ID);
  private static final char COMMENT = '#';

  private final byte[] text;
  private final int begin;
  private final int end;
  private final Map<String, String> values = new HashMap<>();

  /**
   * Names that are unknown, without which the entry could match more than its author wants, or
   * repeated.
   */
  private final List<String> misfits = new ArrayList<>();

  private int at;

  private TriggerLine(byte[] text, int begin, int end) {
    this.text = text;
    this.begin = begin;
    this.end = end;
    at = begin;
  }

  /**
   * Reads a line.
   *
   * @return the entry, or empty for a comment or a blank line
   * @throws IllegalArgumentException if it is neither
   */
  static Optional<TriggerEntry> parse(byte[] text, int begin, int end) {
    return new TriggerLine(text, begin, end).parse();
  }

  private Optional<TriggerEntry> parse() {
    skipBlanks();
    if (at == end || text[at] == COMMENT) {
      return Optional.empty();
    }
    while (at < end) {
      pair();
      skipBlanks();
    }
    return Optional.of(entry());
  }

  private void skipBlanks() {
    while (at < end && isBlank(text[at])) {
      at++;
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private void pair() {
    int from = at;
    while (at < end && text[at] != '=' && text[at] != '"' && !isBlank(text[at])) {
      at++;
    }
    if (at == from || at == end || text[at] != '=') {
      throw malformed("a name without a value");
    }
    String name = from(from);
    at++;
    String value = at < end && text[at] == '"' ? quoted() : plain();
    if (values.putIfAbsent(name, value) != null || !NAMES.contains(name)) {
      misfits.add(name);
    }
  }

  private String plain() {
    int from = at;
    while (at < end && !isBlank(text[at])) {
      if (text[at] == '"') {
        throw malformed("a quote inside a value that is not quoted");
      }
      at++;
    }
    return from(from);
  }

  private String quoted() {
    int from = ++at;
    while (at < end && text[at] != '"') {
      at += text[at] == '\\' ? 2 : 1;
    }
    if (at >= end) {
      at = end;
      throw malformed("a quoted value without its closing quote");
    }
    String value = from(from);
    at++;
    if (at < end && !isBlank(text[at])) {
      throw malformed("no blank after a quoted value");
    }
    // A backslash before any other character stands for itself.
    return value.replaceAll("\\\\([\"\\\\])", "$1");
  }

  private String from(int from) {
    return new String(text, from, at - from, UTF_8);
  }

  private IllegalArgumentException malformed(String found) {
    return new IllegalArgumentException(
        "found " + found + " at byte " + (at - begin + 1) + ", expected name=value");
  }

  private TriggerEntry entry() {
    if (!misfits.isEmpty()) {
      throw new IllegalArgumentException(
          "found '" + misfits.get(0) + "', expected event, where, to and id, each once at most");
    }
    return new TriggerEntry(
        required(TriggerEntry.EVENT),
        conditions(),
        required(TriggerEntry.TO),
        Optional.ofNullable(values.get(TriggerEntry.ID)));
  }

  private String required(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("found no '" + name + "'");
    }
    return value;
  }

  private List<Condition> conditions() {
    String where = values.get(TriggerEntry.WHERE);
    if (where == null) {
      return List.of();
    }
    List<Condition> conditions = new ArrayList<>();
    for (String each : where.split("&", -1)) {
      conditions.add(Condition.parse(each));
    }
    return conditions;
  }
}
