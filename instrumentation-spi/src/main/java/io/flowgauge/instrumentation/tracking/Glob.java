package io.flowgauge.instrumentation.tracking;

/** Texts with the wildcards {@code *} and {@code ?}. */
final class Glob {
  private Glob() {}

  /**
   * Whether a text matches as a whole. Takes time in proportion to both lengths at worst, so that a
   * hostile text cannot hold it up.
   */
  static boolean matches(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = t;
      } else if (p < pattern.length() && isSame(pattern.charAt(p), text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  private static boolean isSame(char pattern, char c) {
    return pattern == '?' || pattern == c;
  }
}
