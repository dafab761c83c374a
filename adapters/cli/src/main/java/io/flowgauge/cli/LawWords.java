package io.flowgauge.cli;

import io.flowgauge.prediction.Law;
import java.util.Locale;
import java.util.regex.Pattern;

/** A law to be read, not to be parsed again. */
final class LawWords {
  private static final Pattern LONG = Pattern.compile("\\d+\\.\\d{3,}(E-?\\d+)?");

  private LawWords() {}

  /** The text of a law with numbers of four digits. */
  static String of(Law law) {
    return LONG.matcher(law.toString())
        .replaceAll(match -> String.format(Locale.ROOT, "%.4g", Double.valueOf(match.group())));
  }
}
