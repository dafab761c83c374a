package io.flowgauge.cli.instrument;

import io.flowgauge.analysis.Measured;
import io.flowgauge.report.layout.Human;
import java.util.Locale;
import java.util.OptionalDouble;

/** Formats times of code regions, and counts of their calls, with three digits. */
final class Nanos {
  private static final double SECOND = 1e9;
  private static final String[] UNITS = {"ns", "µs", "ms", "s"};
  private static final String[] THOUSANDS = {"", " k", " M", " G", " T"};

  private Nanos() {}

  /**
   * Formats a time, such as {@code 13.4 ns} or {@code 1.25 s}; from two minutes on in minutes and
   * hours.
   */
  static String text(double nanos) {
    if (nanos >= 120 * SECOND) {
      return Human.brief(nanos / SECOND);
    }
    double value = nanos;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return digits(value) + " " + UNITS[unit];
  }

  static String text(OptionalDouble nanos) {
    return nanos.isPresent() ? text(nanos.getAsDouble()) : Human.ABSENT;
  }

  static String ofSeconds(Measured seconds) {
    return seconds.isMeasured() ? text(seconds.value() * SECOND) : Human.ABSENT;
  }

  /**
   * Returns the share of calls that a sum covers, such as {@code in 3.2 % of calls}; empty if it
   * covers all.
   */
  static String ofCalls(Measured sum) {
    return sum.isMeasured() && sum.measured() < sum.total()
        ? " in " + percent((double) sum.measured() / sum.total()) + " of calls"
        : "";
  }

  /** Formats a count, such as {@code 950} or {@code 1.25 M}. */
  static String count(double count) {
    double value = count;
    int thousands = 0;
    while (value >= 999.5 && thousands < THOUSANDS.length - 1) {
      value /= 1000;
      thousands++;
    }
    boolean isWhole = thousands == 0 && value == Math.rint(value);
    return (isWhole ? String.valueOf((long) value) : digits(value)) + THOUSANDS[thousands];
  }

  /** Formats a fraction, such as {@code 12.3 %}. */
  static String percent(double fraction) {
    double percent = 100 * fraction;
    if (percent > 0 && percent < 0.05) {
      return "< 0.1 %";
    }
    return String.format(Locale.ROOT, "%.1f %%", percent);
  }

  private static String digits(double value) {
    if (value == 0 || value >= 99.95) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, value >= 9.995 ? "%.1f" : "%.2f", value);
  }
}
