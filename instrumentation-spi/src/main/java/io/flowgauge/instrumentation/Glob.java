package io.flowgauge.instrumentation;

/**
 * A text with the wildcards {@code *} (any characters) and {@code ?} (one character), and a
 * backslash before a character that stands for itself. Compiled once; matching allocates nothing
 * and takes at most the product of both lengths. Immutable and thread-safe.
 */
final class Glob {
  private static final char ANY = '*';
  private static final char ONE = '?';
  private static final char ESCAPE = '\\';

  /** Characters of the pattern without escapes and repeated stars. */
  private final char[] chars;

  /** Which of them are wildcards. */
  private final boolean[] wild;

  /** How many characters before the first wildcard. */
  private final int prefix;

  private Glob(char[] chars, boolean[] wild, int prefix) {
    this.chars = chars;
    this.wild = wild;
    this.prefix = prefix;
  }

  static Glob compile(String pattern) {
    StringBuilder chars = new StringBuilder(pattern.length());
    boolean[] wild = new boolean[pattern.length()];
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean escaped = c == ESCAPE && i + 1 < pattern.length();
      int at = chars.length();
      if (escaped) {
        chars.append(pattern.charAt(++i));
      } else if (c != ANY || at == 0 || !wild[at - 1] || chars.charAt(at - 1) != ANY) {
        wild[at] = c == ANY || c == ONE;
        chars.append(c);
      }
    }
    int prefix = 0;
    while (prefix < chars.length() && !wild[prefix]) {
      prefix++;
    }
    return new Glob(chars.toString().toCharArray(), wild, prefix);
  }

  /** A pattern that matches a text alone. */
  static String literal(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ANY || c == ONE || c == ESCAPE) {
        escaped.append(ESCAPE);
      }
      escaped.append(c);
    }
    return escaped.toString();
  }

  boolean matches(String text) {
    return matches(text, 0, text.length());
  }

  /** Whether it matches the characters from {@code from} up to but without {@code to}. */
  boolean matches(String text, int from, int to) {
    if (to - from < prefix) {
      return false;
    }
    for (int k = 0; k < prefix; k++) {
      if (chars[k] != text.charAt(from + k)) {
        return false;
      }
    }
    return rest(text, from + prefix, to);
  }

  /** What follows the literal prefix. A later star never needs an earlier one tried again. */
  private boolean rest(String text, int from, int to) {
    int at = from;
    int p = prefix;
    int star = -1;
    int starAt = -1;
    while (at < to) {
      if (p < chars.length && wild[p] && chars[p] == ANY) {
        star = p++;
        starAt = at;
      } else if (p < chars.length && one(p, text.charAt(at))) {
        p++;
        at++;
      } else if (star >= 0) {
        p = star + 1;
        at = ++starAt;
      } else {
        return false;
      }
    }
    while (p < chars.length && wild[p] && chars[p] == ANY) {
      p++;
    }
    return p == chars.length;
  }

  private boolean one(int p, char c) {
    return wild[p] ? chars[p] == ONE : chars[p] == c;
  }
}
