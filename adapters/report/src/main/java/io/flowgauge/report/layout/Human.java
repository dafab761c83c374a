package io.flowgauge.report.layout;

import io.flowgauge.analysis.Measured;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Formats values for people to read; the only place where fractions become percent. Stateless and
 * thread-safe.
 */
public final class Human {
  /** Stands for a value that was not measured. */
  public static final String ABSENT = "–";

  /** Seconds closer to 0 than this are rounding errors of sums, and are shown as 0. */
  public static final double NOTHING = 0.5e-9;

  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final double MILLI = 1e-3;
  private static final double MICRO = 1e-6;
  private static final double NANO = 1e-9;

  /** From this value on, one decimal of seconds would round up to a full minute. */
  private static final double ROUNDS_TO_MINUTE = MINUTE - 0.05;

  private static final double ROUNDS_TO_HOUR = HOUR - 0.5;
  private static final double ROUNDS_TO_DAY = DAY - MINUTE / 2;

  /** Larger numbers have more digits than are exact, and would make columns too wide. */
  private static final double HUGE = 1e15;

  private Human() {}

  /**
   * Formats a time in full, such as {@code 1 h 02 min 03.4 s}.
   *
   * @param seconds the time in seconds
   * @return a text
   */
  public static String duration(double seconds) {
    if (seconds <= -NOTHING) {
      return "-" + duration(-seconds);
    }
    if (seconds < ROUNDS_TO_MINUTE || !Double.isFinite(seconds)) {
      return brief(seconds);
    }
    if (seconds >= ROUNDS_TO_DAY) {
      long wholeMinutes = Math.round(seconds / MINUTE);
      long hours = wholeMinutes / 60;
      return format("%d d %02d h %02d min", hours / 24, hours % 24, wholeMinutes % 60);
    }
    long tenths = Math.round(seconds * 10);
    long minutes = tenths / 600;
    String rest = format("%02d.%d s", tenths / 10 % 60, tenths % 10);
    return minutes < 60
        ? format("%d min %s", minutes, rest)
        : format("%d h %02d min %s", minutes / 60, minutes % 60, rest);
  }

  /**
   * Formats a time in its two largest units, such as {@code 1 h 02 min}.
   *
   * @param seconds the time in seconds
   * @return a text
   */
  public static String brief(double seconds) {
    if (seconds <= -NOTHING) {
      return "-" + brief(-seconds);
    }
    if (seconds < ROUNDS_TO_MINUTE) {
      return belowMinute(seconds);
    }
    if (seconds < ROUNDS_TO_HOUR) {
      return pair("%d min %02d s", seconds, 60);
    }
    if (seconds < ROUNDS_TO_DAY) {
      return pair("%d h %02d min", seconds / MINUTE, 60);
    }
    return Double.isFinite(seconds) ? pair("%d d %02d h", seconds / HOUR, 24) : ABSENT;
  }

  private static String belowMinute(double seconds) {
    if (seconds >= 1 - MILLI / 2) {
      return format("%.1f s", seconds);
    }
    if (seconds >= MILLI) {
      return format(seconds < 10 * MILLI ? "%.1f ms" : "%.0f ms", seconds / MILLI);
    }
    if (seconds >= MICRO) {
      return format("%.0f µs", seconds / MICRO);
    }
    return seconds < NOTHING ? "0 s" : format("%.0f ns", seconds / NANO);
  }

  private static String pair(String format, double small, int perLarge) {
    long rounded = Math.round(small);
    return format(format, rounded / perLarge, rounded % perLarge);
  }

  /**
   * Formats a measured time in its two largest units.
   *
   * @param seconds the time in seconds
   * @return a text; {@link #ABSENT} if it was not measured
   */
  public static String brief(Measured seconds) {
    return seconds.isMeasured() ? brief(seconds.value()) : ABSENT;
  }

  /**
   * Formats a fraction as a percentage with one decimal, such as {@code 38.1 %}.
   *
   * @param fraction the fraction
   * @return a text
   */
  public static String percent(double fraction) {
    double percent = fraction * 100;
    if (percent != 0 && Math.abs(percent) < 0.05) {
      return percent < 0 ? "> -0.1 %" : "< 0.1 %";
    }
    return format("%.1f %%", percent + 0.0);
  }

  /**
   * Formats a measured fraction as a percentage with one decimal.
   *
   * @param fraction the fraction
   * @return a text; {@link #ABSENT} if it was not measured
   */
  public static String percent(Measured fraction) {
    return fraction.isMeasured() ? percent(fraction.value()) : ABSENT;
  }

  /**
   * Formats a fraction for a sentence, as a percentage without decimals such as {@code 38 %}.
   *
   * @param fraction the fraction
   * @return a text
   */
  public static String roundPercent(double fraction) {
    return fraction > 0 && fraction < 0.005 ? "< 1 %" : format("%.0f %%", fraction * 100);
  }

  /**
   * Formats a ratio with about three digits, such as {@code 2.35}; from a quadrillion on, with a
   * power of ten, such as {@code 1.80e+308}.
   *
   * @param value the ratio
   * @return a text
   */
  public static String ratio(double value) {
    if (Math.abs(value) >= HUGE) {
      return format("%.2e", value);
    }
    if (Math.abs(value) >= 100) {
      return format("%,.0f", value);
    }
    return Math.abs(value) < 0.01 && value != 0 ? format("%.2g", value) : format("%.2f", value);
  }

  /**
   * Formats a number with its noun, such as {@code 1,200 attempts}.
   *
   * @param number the number
   * @param one the noun for one
   * @param many the noun for any other number
   * @return a text
   */
  public static String count(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /**
   * Formats a number with its digits in groups of three.
   *
   * @param number the number
   * @return a text
   */
  public static String count(long number) {
    return format("%,d", number);
  }

  /**
   * Lists the first of many names.
   *
   * @param names the names
   * @param most maximum number of names to list, 1 or more
   * @return the first names, and the number of the others
   */
  public static String some(Collection<String> names, int most) {
    String first = names.stream().limit(most).collect(Collectors.joining(", "));
    int others = names.size() - most;
    return others > 0 ? first + " and " + count(others) + " more" : first;
  }

  /**
   * Fits a text of the input into one line of at most the given width: control characters, which
   * could manipulate a terminal, become visible, and a text that is too long loses its middle.
   *
   * @param text the text
   * @param width number of characters, 3 or more
   * @return a text
   */
  public static String shortened(String text, int width) {
    // Names in the input may be megabytes long; only both ends are needed.
    String ends =
        text.length() <= 8 * width
            ? text
            : text.substring(0, 4 * width) + text.substring(text.length() - 4 * width);
    int[] points = ends.codePoints().map(c -> isPrintable(c) ? c : 0xFFFD).toArray();
    if (points.length <= width) {
      return new String(points, 0, points.length);
    }
    int tail = (width - 1) / 2;
    int head = width - 1 - tail;
    return new String(points, 0, head) + "…" + new String(points, points.length - tail, tail);
  }

  /**
   * Fits the beginning of a sentence of the input into one line of at most the given width, with
   * control characters made visible.
   *
   * @param text the sentence
   * @param width number of characters, 3 or more
   * @return a text; it ends in an ellipsis if something was left out
   */
  public static String beginning(String text, int width) {
    String clean = shortened(text.substring(0, Math.min(text.length(), width)), width);
    return text.length() <= width ? clean : clean.substring(0, clean.length() - 1) + "…";
  }

  private static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /**
   * Formats values independently of the default locale.
   *
   * @param format as for {@link String#format(Locale, String, Object...)}
   * @param values the values
   * @return a text
   */
  public static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
