package io.flowgauge.cli.run;

import io.flowgauge.prediction.Law;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats laws for people; the text cannot be parsed again. */
final class LawWords {
  private static final Pattern LONG = Pattern.compile("\\d+\\.\\d{3,}(E-?\\d+)?");

  private LawWords() {}

  /** Returns the text of a law, with numbers rounded to four digits. */
  static String of(Law law) {
    return LONG.matcher(law.toString())
        .replaceAll(match -> String.format(Locale.ROOT, "%.4g", Double.valueOf(match.group())));
  }
}
