package io.flowgauge.traces.pegasus;

import java.math.BigDecimal;

/** Formats durations for attributes and messages. */
final class PegasusSeconds {
  private static final int NANO_DIGITS = 9;
  private static final int MINUTES_PER_HOUR = 60;

  private PegasusSeconds() {}

  /** Formats seconds exactly, without trailing zeros: {@code 6.591}. */
  static String text(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS).stripTrailingZeros().toPlainString();
  }

  /**
   * Formats minutes in words: {@code 8 hours}, {@code 1 hour}, {@code 5 h 30 min}, {@code 47 min}.
   */
  static String words(long minutes) {
    long hours = minutes / MINUTES_PER_HOUR;
    long rest = minutes % MINUTES_PER_HOUR;
    if (rest == 0) {
      return hours + (hours == 1 ? " hour" : " hours");
    }
    return (hours > 0 ? hours + " h " : "") + rest + " min";
  }
}
