package io.flowgauge.learning.saved;

import io.flowgauge.trace.TraceFormatException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A value in a file, with its position. If a value is not as expected, methods throw an {@link
 * UncheckedIOException} of a {@link TraceFormatException} that names the position. Immutable and
 * thread-safe.
 *
 * @param file name of the file
 * @param place position, such as {@code $.runs[3].types}
 * @param value a map by text, a list, a text, a number or a truth value
 */
public record Saved(String file, String place, Object value) {
  private static final int SHOWN = 60;

  /** A whole document. */
  public static Saved document(String file, Map<String, Object> members) {
    return new Saved(file, "$", members);
  }

  /** Returns a member that must exist. */
  public Saved at(String key) {
    return find(key).orElseThrow(() -> error("an object without " + key, "one with it"));
  }

  /** Returns a member, if it exists. */
  public Optional<Saved> find(String key) {
    return Optional.ofNullable(map().get(key)).map(found -> member(key, found));
  }

  /** All members, in their order. */
  public Map<String, Saved> members() {
    Map<String, Saved> members = new LinkedHashMap<>();
    map().forEach((key, found) -> members.put((String) key, member((String) key, found)));
    return members;
  }

  private Map<?, ?> map() {
    if (value instanceof Map<?, ?> members) {
      return members;
    }
    throw error("an object");
  }

  private Saved member(String key, Object found) {
    return new Saved(file, place + "." + key, found);
  }

  /** All elements. */
  public List<Saved> elements() {
    if (!(value instanceof List<?> found)) {
      throw error("an array");
    }
    List<Saved> elements = new ArrayList<>(found.size());
    for (Object each : found) {
      elements.add(new Saved(file, place + "[" + elements.size() + "]", each));
    }
    return elements;
  }

  /**
   * Returns the elements, of which there must be the given number.
   *
   * @param expected description of the elements, in words
   */
  public List<Saved> elements(int count, String expected) {
    List<Saved> elements = elements();
    if (elements.size() != count) {
      throw error("an array of " + elements.size(), expected);
    }
    return elements;
  }

  /** A text. */
  public String text() {
    if (value instanceof String text) {
      return text;
    }
    throw error("a text");
  }

  /** A truth value. */
  public boolean flag() {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw error("true or false");
  }

  /** A finite number. */
  public double number() {
    if (value instanceof Double number && Double.isFinite(number)) {
      return number;
    }
    throw error("a finite number");
  }

  /** A finite number, at least the given one. */
  public double number(double least) {
    if (number() >= least) {
      return number();
    }
    throw error("a number of " + least + " or more");
  }

  /** A finite number above 0. */
  public double positive() {
    if (number() > 0) {
      return number();
    }
    throw error("a number above 0");
  }

  /** A whole number, at least the given one. */
  public int whole(int least) {
    double number = number();
    if (number >= least && number <= Integer.MAX_VALUE && number == Math.rint(number)) {
      return (int) number;
    }
    throw error("a whole number of " + least + " or more");
  }

  /** Returns an error: the value is not as expected. */
  public UncheckedIOException error(String expected) {
    return error(describeValue(), expected);
  }

  /** Returns an error: something else is not as expected at this position. */
  public UncheckedIOException error(String found, String expected) {
    return new UncheckedIOException(new TraceFormatException(file, place, found, expected));
  }

  private String describeValue() {
    if (value instanceof Map) {
      return "an object";
    }
    if (value instanceof List) {
      return "an array";
    }
    String text = String.valueOf(value);
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    return value instanceof String ? '"' + shown + '"' : shown;
  }
}
