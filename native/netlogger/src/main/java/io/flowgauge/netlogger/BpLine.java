package io.flowgauge.netlogger;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.trace.Times;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One line of a NetLogger BP log, such as {@code ts=2012-03-14T22:05:10.000000Z event=inv.end
 * level=Info dur=6.591 argv="-o out file"}.
 *
 * <p>A name is a run of characters other than blanks, {@code =} and {@code "}; a value is either a
 * run of characters without blanks and quotes, or anything in double quotes, where {@code \"}
 * stands for a quote and {@code \\} for a backslash. If a name occurs twice, the last value counts,
 * as in the readers of the NetLogger toolkit.
 *
 * <p>One object reads line after line. It works on bytes and creates text only for values that are
 * requested, so an unused long value costs no more than finding its end. Not thread-safe.
 *
 * <pre>{@code
 * BpLine line = new BpLine();
 * if (line.parse(bytes, 0, bytes.length)) {
 *   OptionalLong when = line.time("ts");
 *   Optional<String> event = line.text("event");
 * }
 * }</pre>
 */
public final class BpLine {
  /**
   * Greatest length of a number; longer ones were not written by a clock or a counter, and could
   * take very long to parse.
   */
  private static final int MAX_NUMBER = 40;

  private static final int PARTS = 4;

  private byte[] bytes = new byte[0];

  /** Begin and end of the name, begin and end of the value, for one field after another. */
  private int[] fields = new int[16 * PARTS];

  private int size;
  private int at;
  private String problem = "";

  /** Creates a parser that has not read a line yet. */
  public BpLine() {}

  /**
   * Parses a line. The bytes are not copied and must not change until the next line is parsed.
   *
   * @param line bytes of the line, in UTF-8
   * @param begin index of its first byte
   * @param end index after its last byte, without the line end
   * @return whether the line is well-formed; if not, {@link #problem()} says what is wrong, and the
   *     fields before the error are available
   */
  public boolean parse(byte[] line, int begin, int end) {
    bytes = line;
    size = 0;
    problem = "";
    at = begin;
    while (problem.isEmpty()) {
      while (at < end && isBlank(bytes[at])) {
        at++;
      }
      if (at == end) {
        return true;
      }
      field(end);
    }
    problem += " at byte " + (at - begin + 1);
    return false;
  }

  private void field(int end) {
    int name = at;
    while (at < end && isNamePart(bytes[at])) {
      at++;
    }
    if (at == name || at == end || bytes[at] != '=') {
      problem = "a name without a value";
      return;
    }
    int nameEnd = at++;
    if (at < end && bytes[at] == '"') {
      quoted(name, nameEnd, end);
    } else {
      plain(name, nameEnd, end);
    }
  }

  private void plain(int name, int nameEnd, int end) {
    int value = at;
    while (at < end && !isBlank(bytes[at])) {
      if (bytes[at] == '"') {
        problem = "a quote inside a value that is not quoted";
        return;
      }
      at++;
    }
    add(name, nameEnd, value, at);
  }

  private void quoted(int name, int nameEnd, int end) {
    int value = ++at;
    while (at < end && bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    if (at >= end) {
      at = end;
      problem = "a quoted value without its closing quote";
      return;
    }
    add(name, nameEnd, value, at++);
    if (at < end && !isBlank(bytes[at])) {
      problem = "no blank after a quoted value";
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }

  private static boolean isNamePart(byte b) {
    return b != '=' && b != '"' && !isBlank(b);
  }

  private void add(int name, int nameEnd, int value, int valueEnd) {
    int base = size * PARTS;
    if (base == fields.length) {
      fields = Arrays.copyOf(fields, 2 * fields.length);
    }
    fields[base] = name;
    fields[base + 1] = nameEnd;
    fields[base + 2] = value;
    fields[base + 3] = valueEnd;
    size++;
  }

  /**
   * The defect of the line.
   *
   * @return a phrase with the place, or empty for a well-formed line
   */
  public String problem() {
    return problem;
  }

  /**
   * Number of fields.
   *
   * @return 0 for a blank line
   */
  public int size() {
    return size;
  }

  /**
   * Name of a field.
   *
   * @param index position in the line, counted from 0
   * @return the name
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public String name(int index) {
    int base = base(index);
    return new String(bytes, fields[base], fields[base + 1] - fields[base], UTF_8);
  }

  /**
   * Value of a field, without quotes and backslashes; percent escapes stay.
   *
   * @param index position in the line, counted from 0
   * @return the value
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public String value(int index) {
    int base = base(index);
    int begin = fields[base + 2];
    String raw = new String(bytes, begin, fields[base + 3] - begin, UTF_8);
    return isQuoted(index) && raw.indexOf('\\') >= 0 ? withoutBackslashes(raw) : raw;
  }

  /**
   * Whether the value of a field is in quotes; writers quote only texts.
   *
   * @param index position in the line, counted from 0
   * @return whether it is
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public boolean isQuoted(int index) {
    return bytes[fields[base(index) + 2] - 1] == '"';
  }

  private int base(int index) {
    return Objects.checkIndex(index, size) * PARTS;
  }

  /**
   * Replaces the only two escapes; a backslash before any other character stands for itself, as in
   * a path.
   */
  private static String withoutBackslashes(String raw) {
    return raw.replaceAll("\\\\([\"\\\\])", "$1");
  }

  /**
   * The value of a name.
   *
   * @param name the name
   * @return its value as {@link #value(int)} returns it, or empty if the line does not have the
   *     name
   */
  public Optional<String> text(String name) {
    int index = indexOf(name);
    return index < 0 ? Optional.empty() : Optional.of(value(index));
  }

  /**
   * A point in time: ISO 8601 with {@code Z} or an offset, or seconds since 1970-01-01T00:00:00Z.
   *
   * @param name the name
   * @return nanoseconds since 1970-01-01T00:00:00Z, or empty if there is no such time
   */
  public OptionalLong time(String name) {
    int index = indexOf(name);
    if (index < 0) {
      return OptionalLong.empty();
    }
    int begin = fields[index * PARTS + 2];
    int end = fields[index * PARTS + 3];
    OptionalLong iso = BpTime.parse(bytes, begin, end);
    return iso.isPresent() ? iso : nanos(name);
  }

  /**
   * A number of seconds, such as {@code 6.591}.
   *
   * @param name the name
   * @return nanoseconds, or empty if there is no such number
   */
  public OptionalLong nanos(String name) {
    String text = number(name);
    try {
      return text.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Times.nanos(new BigDecimal(text)));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * A whole number.
   *
   * @param name the name
   * @return the number, or empty if there is no such number
   */
  public OptionalLong integer(String name) {
    String text = number(name);
    try {
      return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private String number(String name) {
    int index = indexOf(name);
    if (index < 0) {
      return "";
    }
    int begin = fields[index * PARTS + 2];
    int length = fields[index * PARTS + 3] - begin;
    return length > MAX_NUMBER ? "" : new String(bytes, begin, length, ISO_8859_1);
  }

  private int indexOf(String name) {
    for (int k = size - 1; k >= 0; k--) {
      if (matches(fields[k * PARTS], fields[k * PARTS + 1], name)) {
        return k;
      }
    }
    return -1;
  }

  private boolean matches(int begin, int end, String name) {
    if (end - begin != name.length()) {
      return false;
    }
    for (int k = 0; k < name.length(); k++) {
      if (bytes[begin + k] != name.charAt(k)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A summary of the line.
   *
   * @return the number of fields, and what is wrong
   */
  @Override
  public String toString() {
    return "BpLine[" + size + " fields" + (problem.isEmpty() ? "" : ", " + problem) + "]";
  }
}
