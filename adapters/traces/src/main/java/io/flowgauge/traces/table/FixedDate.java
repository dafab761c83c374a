package io.flowgauge.traces.table;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.OptionalLong;

/**
 * Dates with a time of day whose parts stand in fixed places, as most traces have them by the
 * million: {@code 2026-11-20T11:04:31} or {@code 2026-11-20 11:04:31.25}. A formatter, which knows
 * all other forms, takes ten times as long. Stateless.
 */
public final class FixedDate {
  private static final String FORM = "0000-00-00T00:00:00";
  private static final int SEPARATOR = FORM.indexOf('T');
  private static final int FRACTION_DIGITS = 9;
  private static final long SECONDS_A_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private FixedDate() {}

  /**
   * Reads a date and time without zone.
   *
   * @return nanoseconds since 1970-01-01T00:00:00 in its zone; empty for any other text, and
   *     outside the years 1678 to 2262
   */
  public static OptionalLong nanos(String text) {
    if (!hasForm(text)) {
      return OptionalLong.empty();
    }
    try {
      long day =
          LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)).toEpochDay();
      int second =
          LocalTime.of(digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19))
              .toSecondOfDay();
      long seconds = Math.multiplyExact(day * SECONDS_A_DAY + second, NANOS_PER_SECOND);
      return OptionalLong.of(Math.addExact(seconds, fraction(text)));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Reads a date and time with {@code T} between them and {@code Z} behind.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z; empty for any other text, and outside the years
   *     1678 to 2262
   */
  public static OptionalLong utcNanos(String text) {
    int zone = text.length() - 1;
    boolean isInstant = zone > SEPARATOR && text.charAt(SEPARATOR) == 'T' && text.endsWith("Z");
    return isInstant ? nanos(text.substring(0, zone)) : OptionalLong.empty();
  }

  private static boolean hasForm(String text) {
    int length = text.length();
    if (length < FORM.length() || length > FORM.length() + 1 + FRACTION_DIGITS) {
      return false;
    }
    for (int k = 0; k < FORM.length(); k++) {
      if (!fits(text.charAt(k), k)) {
        return false;
      }
    }
    return length == FORM.length() || hasFraction(text);
  }

  private static boolean fits(char c, int place) {
    char form = FORM.charAt(place);
    return form == '0' ? isDigit(c) : c == form || (place == SEPARATOR && c == ' ');
  }

  private static boolean hasFraction(String text) {
    boolean has = text.charAt(FORM.length()) == '.' && text.length() > FORM.length() + 1;
    for (int k = FORM.length() + 1; k < text.length(); k++) {
      has &= isDigit(text.charAt(k));
    }
    return has;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int k = from; k < to; k++) {
      number = 10 * number + text.charAt(k) - '0';
    }
    return number;
  }

  private static long fraction(String text) {
    int from = Math.min(FORM.length() + 1, text.length());
    long nanos = digits(text, from, text.length());
    for (int k = text.length() - from; k < FRACTION_DIGITS; k++) {
      nanos *= 10;
    }
    return nanos;
  }
}
