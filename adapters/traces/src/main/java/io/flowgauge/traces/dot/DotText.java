package io.flowgauge.traces.dot;

import java.util.regex.Pattern;

/**
 * Quotes texts for Graphviz, where a backslash starts an escape and an ampersand may start a
 * character reference. Stateless.
 */
final class DotText {
  private static final Pattern REFERENCE = Pattern.compile("&(?=#?[0-9A-Za-z]+;)");
  private static final char REPLACEMENT = '\uFFFD';

  private DotText() {}

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    String plain = REFERENCE.matcher(text).replaceAll("&amp;");
    for (int k = 0; k < plain.length(); k++) {
      append(quoted, plain.charAt(k));
    }
    return quoted.append('"').toString();
  }

  private static void append(StringBuilder quoted, char c) {
    if (c == '\n') {
      quoted.append("\\n");
    } else if (isUnwritable(c)) {
      quoted.append(REPLACEMENT);
    } else {
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c);
    }
  }

  /** Whether Graphviz can show every character. */
  static boolean isWritable(String text) {
    return text.chars().noneMatch(c -> c != '\n' && isUnwritable((char) c));
  }

  private static boolean isUnwritable(char c) {
    return Character.isISOControl(c);
  }
}
