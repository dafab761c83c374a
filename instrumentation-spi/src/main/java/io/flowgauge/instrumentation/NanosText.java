package io.flowgauge.instrumentation;

import java.util.Locale;

/** Durations as text with a unit that fits: {@code 12.3 µs}. Stateless. */
final class NanosText {
  private static final String[] UNITS = {"ns", "µs", "ms", "s"};

  private NanosText() {}

  /** Three significant digits below 1000 s, whole seconds above. */
  static String of(double nanos) {
    double value = nanos;
    int unit = 0;
    // A value that would round to 1000 of a unit is written as 1 of the next.
    while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return number(value) + " " + UNITS[unit];
  }

  private static String number(double value) {
    double size = Math.abs(value);
    if (value == 0 || size >= 99.95) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, size >= 9.995 ? "%.1f" : "%.2f", value);
  }
}
