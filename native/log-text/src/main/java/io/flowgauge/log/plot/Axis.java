package io.flowgauge.log.plot;

import io.flowgauge.trace.Times;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Computes places and labels of ticks on an axis. */
final class Axis {
  private static final long SECOND = Times.NANOS_PER_SECOND;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long[] STEPS = {
    SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 15 * SECOND, 30 * SECOND,
    MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
    HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY
  };

  /** A tick: its place and its label. */
  record Tick(double at, String label) {}

  private Axis() {}

  /** Returns about the given number of ticks of a time axis. */
  static List<Tick> times(long first, long last, int about) {
    long step = timeStep(Math.max(1, last / about - first / about));
    List<Tick> ticks = new ArrayList<>();
    long begin = Math.floorDiv(first, step) * step;
    for (long at = begin; at >= begin && at <= last && at < Long.MAX_VALUE - step; at += step) {
      if (at >= first) {
        ticks.add(new Tick(at, time(at, step)));
      }
    }
    return ticks;
  }

  private static long timeStep(long atLeast) {
    if (atLeast <= SECOND / 2) {
      return (long) roundStep((double) atLeast);
    }
    for (long step : STEPS) {
      if (step >= atLeast) {
        return step;
      }
    }
    return DAY * (long) roundStep(Math.ceil(atLeast / (double) DAY));
  }

  private static String time(long at, long step) {
    String pattern = step % DAY == 0 ? "uuuu-MM-dd" : step % MINUTE == 0 ? "HH:mm" : "HH:mm:ss";
    String fraction = "";
    for (long unit = SECOND; step % unit != 0; unit /= 10) {
      fraction += "S";
    }
    return DateTimeFormatter.ofPattern(
            pattern + (fraction.isEmpty() ? "" : "." + fraction), Locale.ROOT)
        .withZone(ZoneOffset.UTC)
        .format(Times.instant(at));
  }

  /**
   * Returns the smallest number of the form 1, 2 or 5 times a power of ten that is not less than
   * the given positive one.
   */
  static double roundStep(double atLeast) {
    double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
    double digits = atLeast / power;
    return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
  }

  /** Returns about the given number of ticks of an axis of values. */
  static List<Tick> values(double min, double max, int about) {
    double step = roundStep(Math.max((max - min) / about, Math.max(Math.abs(max), 1) * 1e-9));
    List<Tick> ticks = new ArrayList<>();
    for (double k = Math.ceil(min / step); k * step <= max * (1 + 1e-12); k++) {
      ticks.add(new Tick(k * step, value(k * step, step)));
    }
    return ticks;
  }

  private static String value(double at, double step) {
    if (Math.abs(at) >= 1e7) {
      return String.format(Locale.ROOT, "%.3g", at);
    }
    int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    return String.format(Locale.ROOT, "%,." + decimals + "f", at);
  }
}
