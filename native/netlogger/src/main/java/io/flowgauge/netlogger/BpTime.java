package io.flowgauge.netlogger;

import io.flowgauge.trace.Times;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.OptionalLong;

/**
 * Parses times such as {@code 2012-03-14T22:05:10.000000Z} or {@code 2012-03-14T23:05:10+01:00}. It
 * does not use the formatters of java.time, because they take ten times as long, and logs have a
 * time in every line.
 */
final class BpTime {
  private static final int SECOND_END = 19;
  private static final int OFFSET_LENGTH = 6;
  private static final int NANO_DIGITS = 9;
  private static final int MAX_OFFSET_HOURS = 18;
  private static final long SECONDS_PER_DAY = 86_400;

  private final byte[] bytes;
  private final int begin;
  private boolean wellFormed = true;

  private BpTime(byte[] bytes, int begin) {
    this.bytes = bytes;
    this.begin = begin;
  }

  /**
   * Returns nanoseconds since 1970-01-01T00:00:00Z, or empty for anything that is not a time with a
   * zone.
   */
  static OptionalLong parse(byte[] bytes, int begin, int end) {
    return end - begin <= SECOND_END
        ? OptionalLong.empty()
        : new BpTime(bytes, begin).parse(end - begin);
  }

  private OptionalLong parse(int length) {
    expect(4, '-');
    expect(7, '-');
    expect(10, 'T');
    expect(13, ':');
    expect(16, ':');
    int zone = SECOND_END;
    while (zone < length && (digit(zone) >= 0 || bytes[begin + zone] == '.')) {
      zone++;
    }
    long nanos = fraction(zone);
    long offset = offset(zone, length);
    try {
      long day = LocalDate.of(number(0, 4), number(5, 2), number(8, 2)).toEpochDay();
      long second = timeOfDay();
      return wellFormed
          ? epochNanos(day * SECONDS_PER_DAY + second - offset, nanos)
          : OptionalLong.empty();
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong epochNanos(long seconds, long nanos) {
    try {
      return OptionalLong.of(
          Math.addExact(Math.multiplyExact(seconds, Times.NANOS_PER_SECOND), nanos));
    } catch (ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  private long timeOfDay() {
    int hour = number(11, 2);
    int minute = number(14, 2);
    int second = number(17, 2);
    wellFormed &= hour < 24 && minute < 60 && second < 60;
    return (hour * 60L + minute) * 60 + second;
  }

  private long fraction(int end) {
    if (end == SECOND_END) {
      return 0;
    }
    int digits = end - SECOND_END - 1;
    wellFormed &= digits >= 1 && digits <= NANO_DIGITS && bytes[begin + SECOND_END] == '.';
    if (!wellFormed) {
      return 0;
    }
    long nanos = number(SECOND_END + 1, digits);
    for (int k = digits; k < NANO_DIGITS; k++) {
      nanos *= 10;
    }
    return nanos;
  }

  private long offset(int at, int length) {
    if (length == at + 1 && bytes[begin + at] == 'Z') {
      return 0;
    }
    if (length != at + OFFSET_LENGTH) {
      wellFormed = false;
      return 0;
    }
    byte sign = bytes[begin + at];
    expect(at + 3, ':');
    int hours = number(at + 1, 2);
    int minutes = number(at + 4, 2);
    wellFormed &= (sign == '+' || sign == '-') && hours <= MAX_OFFSET_HOURS && minutes < 60;
    long seconds = (hours * 60L + minutes) * 60;
    return sign == '-' ? -seconds : seconds;
  }

  private void expect(int at, char c) {
    wellFormed &= bytes[begin + at] == c;
  }

  private int number(int at, int digits) {
    int value = 0;
    for (int k = at; k < at + digits; k++) {
      int digit = digit(k);
      wellFormed &= digit >= 0;
      value = value * 10 + Math.max(digit, 0);
    }
    return value;
  }

  private int digit(int at) {
    int digit = bytes[begin + at] - '0';
    return digit >= 0 && digit <= 9 ? digit : -1;
  }
}
