package io.flowgauge.trace;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/** Converts times between instants, nanoseconds and seconds. Stateless and thread-safe. */
public final class Times {
  /** Nanoseconds in a second. */
  public static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Times() {}

  /**
   * Converts an instant to nanoseconds.
   *
   * @param time a time in the years 1678 to 2262
   * @return nanoseconds since 1970-01-01T00:00:00Z
   * @throws IllegalArgumentException if the time is outside these years
   */
  public static long epochNanos(Instant time) {
    try {
      return Math.addExact(
          Math.multiplyExact(time.getEpochSecond(), NANOS_PER_SECOND), time.getNano());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("time " + time + " is outside the years 1678 to 2262", e);
    }
  }

  /**
   * Converts nanoseconds to an instant.
   *
   * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z
   * @return the instant
   */
  public static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(0, epochNanos);
  }

  /**
   * Converts seconds to nanoseconds, rounded to the nearest (ties away from zero) in decimal
   * arithmetic: {@code 0.1} is exactly 100,000,000 ns.
   *
   * @param seconds a finite number of seconds
   * @return nanoseconds
   * @throws IllegalArgumentException if the number is not finite, or exceeds 292 years
   */
  public static long nanos(double seconds) {
    if (!Double.isFinite(seconds)) {
      throw new IllegalArgumentException("a time must be a finite number, but is " + seconds);
    }
    return nanos(BigDecimal.valueOf(seconds));
  }

  /**
   * Converts seconds to nanoseconds, rounded to the nearest (ties away from zero).
   *
   * @param seconds a number of seconds
   * @return nanoseconds
   * @throws IllegalArgumentException if the number exceeds 292 years
   */
  public static long nanos(BigDecimal seconds) {
    try {
      // A huge exponent would make the exact conversion build a number of that many digits.
      if (seconds.precision() - seconds.scale() > 11) {
        throw new ArithmeticException("too large");
      }
      // Rounding a number far below a nanosecond would build such a number as well.
      if (seconds.precision() - seconds.scale() < -9) {
        return 0;
      }
      return seconds.setScale(9, RoundingMode.HALF_UP).movePointRight(9).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "a time of " + seconds.toEngineeringString() + " s is beyond 292 years", e);
    }
  }

  /**
   * Converts nanoseconds to seconds, to the nearest double.
   *
   * @param nanos nanoseconds
   * @return seconds
   */
  public static double seconds(long nanos) {
    return nanos / (double) NANOS_PER_SECOND;
  }

  /**
   * Converts a duration to nanoseconds; a duration beyond 292 years becomes the largest or smallest
   * {@code long}.
   *
   * @param duration a duration
   * @return nanoseconds
   */
  public static long saturatedNanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  /**
   * Converts an instant to nanoseconds; one outside the years 1678 to 2262 becomes the smallest or
   * largest {@code long}.
   *
   * @param time an instant
   * @return nanoseconds since 1970-01-01T00:00:00Z
   */
  public static long saturatedNanos(Instant time) {
    return saturatedNanos(Duration.between(Instant.EPOCH, time));
  }
}
