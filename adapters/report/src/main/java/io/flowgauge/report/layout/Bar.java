package io.flowgauge.report.layout;

import io.flowgauge.analysis.Measured;

/** Draws horizontal bars in steps of an eighth of a character. Stateless and thread-safe. */
public final class Bar {
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final char FULL = '█';

  private Bar() {}

  /**
   * Draws a bar.
   *
   * @param share fraction of the width to fill; below 0 counts as 0, above 1 as 1
   * @param width number of characters
   * @return at most {@code width} characters; at least one eighth for any share above 0
   */
  public static String of(Measured share, int width) {
    double filled = Math.min(1, Math.max(0, share.orElse(0)));
    if (filled == 0) {
      return "";
    }
    int eighths = (int) Math.max(1, Math.round(filled * width * EIGHTHS.length()));
    String bar = String.valueOf(FULL).repeat(eighths / EIGHTHS.length());
    int rest = eighths % EIGHTHS.length();
    return rest == 0 ? bar : bar + EIGHTHS.charAt(rest);
  }
}
