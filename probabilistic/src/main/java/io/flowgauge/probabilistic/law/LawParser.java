package io.flowgauge.probabilistic.law;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses a law: {@code type(name=value, ...)}, where a value is a number, a law or a list of these.
 */
final class LawParser {
  private static final int SHOWN = 20;

  private final String text;
  private int at;
  private int depth;

  LawParser(String text) {
    this.text = text;
  }

  BaseLaw parse() {
    BaseLaw law = law(word("the type of a law"));
    skipSpace();
    if (at < text.length()) {
      throw unexpected("the end");
    }
    return law;
  }

  private BaseLaw law(String type) {
    if (++depth > Laws.MAX_DEPTH) {
      throw unexpected("at most " + Laws.MAX_DEPTH + " nested laws");
    }
    require('(');
    Map<String, Object> parameters = new LinkedHashMap<>();
    if (!accept(')')) {
      do {
        parameter(parameters);
      } while (accept(','));
      require(')');
    }
    depth--;
    return Laws.make(type, parameters, depth);
  }

  private void parameter(Map<String, Object> parameters) {
    String name = word("the name of a parameter");
    require('=');
    if (parameters.put(name, value()) != null) {
      throw unexpected("each parameter once (" + name + " occurs twice)");
    }
  }

  private Object value() {
    if (!accept('[')) {
      return single();
    }
    List<Object> values = new ArrayList<>();
    if (!accept(']')) {
      do {
        values.add(single());
      } while (accept(','));
      require(']');
    }
    return values;
  }

  private Object single() {
    String word = word("a number, a law or a list");
    if (Character.isLetter(word.charAt(0)) && at < text.length() && text.charAt(at) == '(') {
      return law(word);
    }
    try {
      if (!isUnit(word.charAt(word.length() - 1))) {
        return Double.valueOf(word);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    at -= word.length();
    throw unexpected("a number");
  }

  /**
   * Whether a number ends in a Java type suffix. These are rejected, because 1d might be meant as a
   * day.
   */
  private static boolean isUnit(char last) {
    return "dDfF".indexOf(last) >= 0;
  }

  private String word(String expected) {
    skipSpace();
    int start = at;
    while (at < text.length() && isWordPart(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw unexpected(expected);
    }
    return text.substring(start, at);
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || "_.+-".indexOf(c) >= 0;
  }

  private boolean accept(char c) {
    skipSpace();
    boolean found = at < text.length() && text.charAt(at) == c;
    at += found ? 1 : 0;
    return found;
  }

  private void require(char c) {
    if (!accept(c)) {
      throw unexpected("'" + c + "'");
    }
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException unexpected(String expected) {
    String rest = text.substring(at, Math.min(text.length(), at + SHOWN));
    return new IllegalArgumentException(
        "law: expected "
            + expected
            + " at character "
            + (at + 1)
            + ", but found "
            + (rest.isEmpty() ? "the end" : "'" + rest + "'"));
  }
}
