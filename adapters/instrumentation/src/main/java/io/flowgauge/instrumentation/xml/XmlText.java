package io.flowgauge.instrumentation.xml;

import java.util.Locale;

/**
 * Encodes texts for XML, since names in processes may contain any characters. A character that XML
 * forbids, changes on reading or hides becomes a backslash, u and four hexadecimal digits; a
 * backslash becomes two. Stateless.
 */
final class XmlText {
  private static final char ESCAPE = '\\';
  private static final int DIGITS = 4;

  private XmlText() {}

  static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        encoded.append(c).append(text.charAt(++i));
      } else if (c == ESCAPE) {
        encoded.append(ESCAPE).append(ESCAPE);
      } else if (isPlain(c)) {
        encoded.append(c);
      } else {
        encoded.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    return encoded.toString();
  }

  private static boolean isPlain(char c) {
    return !Character.isISOControl(c)
        && !Character.isSurrogate(c)
        && c != '\u2028'
        && c != '\u2029'
        && c < '\ufffe';
  }

  static String decode(String text) {
    if (text.indexOf(ESCAPE) < 0) {
      return text;
    }
    StringBuilder decoded = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      if (isEscape(text, i)) {
        decoded.append((char) Integer.parseInt(text.substring(i + 2, i + 2 + DIGITS), 16));
        i += 2 + DIGITS;
      } else {
        boolean twice = text.startsWith("\\\\", i);
        decoded.append(text.charAt(i));
        i += twice ? 2 : 1;
      }
    }
    return decoded.toString();
  }

  private static boolean isEscape(String text, int at) {
    return text.startsWith("\\u", at)
        && at + 2 + DIGITS <= text.length()
        && text.substring(at + 2, at + 2 + DIGITS).chars().allMatch(XmlText::isDigit);
  }

  private static boolean isDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }
}
