package io.flowgauge.log.text;

/** Writes texts as values in lines of names and values. */
final class PairText {
  private PairText() {}

  /**
   * Returns a text as a value: unchanged if it cannot be mistaken for anything else, otherwise in
   * quotes.
   */
  static String of(String text) {
    return isPlain(text) ? text : quoted(text);
  }

  /**
   * Whether a text needs no quotes. Numbers begin with a digit, a point or a sign, unless they are
   * NaN or infinite.
   */
  private static boolean isPlain(String text) {
    if (text.isEmpty() || text.equals("NaN") || text.equals("Infinity")) {
      return false;
    }
    char first = text.charAt(0);
    return (Character.isLetter(first) || first == '/' || first == '_')
        && text.chars()
            .noneMatch(c -> c <= ' ' || c == '=' || c == '"' || c == '\\' || isControl(c));
  }

  private static boolean isControl(int c) {
    return Character.isISOControl(c) || Character.isWhitespace(c);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int k = 0; k < text.length(); k++) {
      char c = text.charAt(k);
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(Character.isISOControl(c) ? ' ' : c);
    }
    return quoted.append('"').toString();
  }
}
