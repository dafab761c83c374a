package io.flowgauge.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times on the command line. */
public final class Seconds {
  private static final Pattern TIME =
      Pattern.compile("([0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?)(|ms|s|m|h|d)");

  private Seconds() {}

  /**
   * Returns the seconds of a text such as {@code 90}, {@code 90s}, {@code 1500ms}, {@code 1.5m},
   * {@code 2h} or {@code 1d}.
   */
  public static double parse(String option, String text) {
    Matcher matcher = TIME.matcher(text);
    double seconds = matcher.matches() ? Double.parseDouble(matcher.group(1)) * unit(matcher) : -1;
    if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
      throw new WrongUsageException(
          option
              + " must be a time such as 90, 90s, 1500ms, 1.5m, 2h or 1d, but is '"
              + text
              + "'");
    }
    return seconds;
  }

  /** Returns the seconds of an option; infinite if it is null because it was not given. */
  public static double limit(String option, String text) {
    return text == null ? Double.POSITIVE_INFINITY : parse(option, text);
  }

  /** Returns the duration of such a text. */
  public static Duration duration(String option, String text) {
    return Duration.ofNanos((long) (parse(option, text) * 1e9));
  }

  private static double unit(Matcher matcher) {
    return switch (matcher.group(2)) {
      case "ms" -> 1e-3;
      case "m" -> 60;
      case "h" -> 3600;
      case "d" -> 86400;
      default -> 1;
    };
  }
}
