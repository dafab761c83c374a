package io.flowgauge.instrumentation;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with the wildcards {@code *} (any characters) and {@code ?} (one character). A backslash
 * before a wildcard or another backslash makes that character literal. Any other backslash is
 * literal itself, so that paths of control groups, which contain {@code \\x2d}, can be given
 * unchanged. Compiled once; matching allocates nothing and takes at most the product of both
 * lengths. Immutable and thread-safe.
 */
public final class Glob {
  private static final char ANY = '*';
  private static final char ONE = '?';
  private static final char ESCAPE = '\\';

  /** Least number of letters in a row that identify a name. */
  private static final int WORD = 3;

  private static final Pattern LETTERS = Pattern.compile("\\p{L}{" + WORD + ",}");

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

  /**
   * Compiles a pattern.
   *
   * @param pattern a text with wildcards; the empty one matches the empty text
   * @return the compiled pattern
   */
  public static Glob compile(String pattern) {
    StringBuilder chars = new StringBuilder(pattern.length());
    boolean[] wild = new boolean[pattern.length()];
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      boolean escaped = c == ESCAPE && i + 1 < pattern.length() && isSpecial(pattern.charAt(i + 1));
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

  private static boolean isSpecial(char c) {
    return c == ANY || c == ONE || c == ESCAPE;
  }

  /**
   * A pattern that matches only the given text.
   *
   * @param text any text
   * @return the pattern
   */
  public static String literal(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isSpecial(c)) {
        escaped.append(ESCAPE);
      }
      escaped.append(c);
    }
    return escaped.toString();
  }

  /**
   * The one text it matches.
   *
   * @return empty if it has wildcards
   */
  public Optional<String> literal() {
    return prefix == chars.length ? Optional.of(new String(chars)) : Optional.empty();
  }

  /**
   * Whether somebody who wrote this pattern may have meant a name: the first word of one is part of
   * the other, ignoring case, digits and endings.
   *
   * @param name a name
   * @return whether the names are alike
   */
  public boolean resembles(String name) {
    String written = new String(chars).toLowerCase(Locale.ROOT);
    String called = name.toLowerCase(Locale.ROOT);
    return isPart(word(written), called) || isPart(word(called), written);
  }

  private static boolean isPart(String word, String text) {
    return !word.isEmpty() && text.contains(word);
  }

  /** The first letters in a row, {@value #WORD} or more; empty if there are none. */
  private static String word(String text) {
    Matcher letters = LETTERS.matcher(text);
    return letters.find() ? letters.group() : "";
  }

  /**
   * Whether it matches a text as a whole.
   *
   * @param text the text
   * @return whether it does
   */
  public boolean matches(String text) {
    return matches(text, 0, text.length());
  }

  /**
   * Whether it matches a part of a text.
   *
   * @param text the text
   * @param from index of the part's first character
   * @param to index after its last
   * @return whether it does
   */
  public boolean matches(String text, int from, int to) {
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

  /**
   * Matches what follows the literal prefix. Once a later star is reached, an earlier one need not
   * be tried again.
   */
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
