package io.flowgauge.traces.makeflow;

import io.flowgauge.trace.Times;
import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times and numbers as these logs write them. Stateless. */
final class Micros {
  /** Readings of two programs' clocks for one event differ by less than this. */
  static final long TOLERANCE = Times.NANOS_PER_SECOND;

  private static final long NANOS_PER_MICRO = 1_000;
  private static final int MAX_DIGITS = 19;

  private Micros() {}

  /**
   * Converts microseconds to nanoseconds; empty if the text is not a number or is beyond 292 years.
   */
  static OptionalLong nanos(String text) {
    OptionalLong micros = whole(text);
    boolean fits =
        micros.isPresent() && Math.abs(micros.getAsLong()) <= Long.MAX_VALUE / NANOS_PER_MICRO;
    return fits ? OptionalLong.of(micros.getAsLong() * NANOS_PER_MICRO) : OptionalLong.empty();
  }

  /** Parses a whole number; empty if the text is not one. */
  static OptionalLong whole(String text) {
    try {
      return text.length() > MAX_DIGITS
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Converts seconds to nanoseconds; empty if the text is not a number or is beyond 292 years. */
  static OptionalLong ofSeconds(String text) {
    try {
      return text.length() > 2 * MAX_DIGITS
          ? OptionalLong.empty()
          : OptionalLong.of(Times.nanos(new BigDecimal(text)));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Returns the number in {@code "name":[number,"unit"]}, the resource monitor's form of
   * quantities.
   */
  static String quantity(String json, Pattern name) {
    Matcher matcher = name.matcher(json);
    return matcher.find() ? matcher.group(1) : "";
  }

  /** Returns a pattern that finds a quantity by name. */
  static Pattern named(String name) {
    return Pattern.compile("\"" + name + "\"\\s*:\\s*\\[\\s*(-?[0-9][0-9.eE+-]{0,40})");
  }
}
