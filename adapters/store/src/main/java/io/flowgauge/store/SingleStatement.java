package io.flowgauge.store;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks that SQL text is a single query. Skips string literals, quoted names and comments by the
 * rules of PostgreSQL, SQLite and DuckDB. Not thread-safe.
 */
final class SingleStatement {
  private static final Pattern DOLLAR_QUOTE = Pattern.compile("\\$([\\p{L}_][\\p{L}\\d_]*)?\\$");

  /** Statements that write files, which a rollback does not undo; most exist only in DuckDB. */
  private static final Set<String> WRITING = Set.of("attach", "copy", "export", "install");

  /** Words that precede another statement. */
  private static final Set<String> EXPLAINING = Set.of("analyze", "explain", "verbose");

  private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

  private final String sql;
  private int at;
  private boolean isLeading = true;

  /** Number of open parentheses before the word that says what the statement does. */
  private int open;

  private SingleStatement(String sql) {
    this.sql = sql;
  }

  /**
   * Requires a single statement that writes no files. A semicolon may end it.
   *
   * @throws IllegalArgumentException if there is none, or more than one, or it writes files
   */
  static void require(String sql) {
    new SingleStatement(sql).require();
  }

  private void require() {
    boolean isBegun = false;
    boolean isOver = false;
    while (at < sql.length()) {
      boolean isBlank = Character.isWhitespace(sql.charAt(at)) || isComment();
      if (!isBlank && sql.charAt(at) == ';') {
        isOver = true;
      } else if (!isBlank && isOver) {
        throw new IllegalArgumentException(
            "sql must be one statement, but another follows: " + sql.substring(at));
      } else if (!isBlank) {
        isBegun = true;
        requireQuery();
      }
      skip();
    }
    if (!isBegun) {
      throw new IllegalArgumentException("sql must be one statement, but is empty");
    }
  }

  /** Checks the first word that says what the statement does; ignores all later ones. */
  private void requireQuery() {
    countParentheses(sql.charAt(at));
    Matcher word = WORD.matcher(sql).region(at, sql.length());
    boolean isWithin = at > 0 && Character.isJavaIdentifierPart(sql.charAt(at - 1));
    if (!isLeading || isWithin || !word.lookingAt()) {
      return;
    }
    String name = word.group().toLowerCase(Locale.ROOT);
    if (WRITING.contains(name)) {
      throw new IllegalArgumentException(
          "sql must be a query, which changes nothing, but begins with " + name);
    }
    isLeading = EXPLAINING.contains(name);
  }

  /**
   * Counts the parentheses before the statement's main word. Those of the options of {@code
   * explain} precede the explained statement, so its main word is looked for after they close.
   */
  private void countParentheses(char next) {
    if (next == '(' && (isLeading || open > 0)) {
      open++;
    } else if (next == ')' && open > 0) {
      open--;
      isLeading = open == 0;
    }
  }

  private boolean isComment() {
    return sql.startsWith("--", at) || sql.startsWith("/*", at);
  }

  /** Moves past a comment, a quoted part, or a single character. */
  private void skip() {
    if (sql.startsWith("--", at)) {
      skipLine();
    } else if (sql.startsWith("/*", at)) {
      skipComment();
    } else if (sql.charAt(at) == '\'') {
      skipText(isAfter("e") || isAfter("E"));
    } else if (sql.charAt(at) == '"') {
      skipPast("\"", at + 1);
    } else if (sql.charAt(at) == '$') {
      skipDollar();
    } else {
      at++;
    }
  }

  private void skipLine() {
    while (at < sql.length() && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
      at++;
    }
  }

  /** Skips a block comment; such comments may be nested. */
  private void skipComment() {
    int depth = 0;
    do {
      boolean isOpening = sql.startsWith("/*", at);
      boolean isClosing = sql.startsWith("*/", at);
      depth += isOpening ? 1 : isClosing ? -1 : 0;
      at += isOpening || isClosing ? 2 : 1;
    } while (depth > 0 && at < sql.length());
  }

  /**
   * Skips a string literal. A quote in it is doubled or, if it has escapes, follows a backslash.
   */
  private void skipText(boolean hasEscapes) {
    at++;
    while (at < sql.length()) {
      boolean isPair = sql.startsWith("''", at) || (hasEscapes && sql.charAt(at) == '\\');
      boolean isEnd = !isPair && sql.charAt(at) == '\'';
      at += isPair ? 2 : 1;
      if (isEnd) {
        return;
      }
    }
  }

  /** Skips a dollar-quoted string or, at a parameter, the dollar sign. */
  private void skipDollar() {
    Matcher tag = DOLLAR_QUOTE.matcher(sql).region(at, sql.length());
    boolean isInName = at > 0 && Character.isJavaIdentifierPart(sql.charAt(at - 1));
    if (!isInName && tag.lookingAt()) {
      skipPast(tag.group(), tag.end());
    } else {
      at++;
    }
  }

  private void skipPast(String end, int from) {
    int found = sql.indexOf(end, from);
    at = found < 0 ? sql.length() : found + end.length();
  }

  /** Whether the given letter, as a word of its own, directly precedes the current position. */
  private boolean isAfter(String letter) {
    return sql.startsWith(letter, at - 1)
        && (at < 2 || !Character.isJavaIdentifierPart(sql.charAt(at - 2)));
  }
}
