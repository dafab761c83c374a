package io.flowgauge.traces.dot;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;

/** Splits a DOT file into tokens. Not thread-safe. */
final class DotLexer {
  /** Maximum length of a name or label; workflow engines write none longer. */
  private static final int MAX_WORD_CHARS = 65_536;

  /** Maximum length of a file, in characters. */
  private static final long MAX_CHARS = 1L << 26;

  private static final String SIGNS = "[]{}=;,";
  private static final int END = -1;

  /**
   * A token of a DOT file.
   *
   * @param text the word, without quotes, or the sign; empty at the end of the file
   */
  record Token(Kind kind, String text) {
    boolean is(Kind other) {
      return kind == other;
    }

    boolean is(char sign) {
      return kind == Kind.SIGN && text.charAt(0) == sign;
    }

    boolean isWord(String word) {
      return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }
  }

  /** Kinds of tokens. */
  enum Kind {
    WORD,
    /** A word in quotes, which is never a keyword. */
    QUOTED,
    SIGN,
    ARROW,
    END
  }

  private final TraceFile file;
  private final PushbackReader in;
  private long line = 1;
  private long chars;

  DotLexer(TraceFile file, Reader in) {
    this.file = file;
    this.in = new PushbackReader(in, 1);
  }

  Token next() throws IOException {
    int c = afterSpace();
    if (c == END) {
      return new Token(Kind.END, "");
    }
    if (c == '"') {
      return new Token(Kind.QUOTED, quoted());
    }
    if (c == '<') {
      return new Token(Kind.QUOTED, markup());
    }
    if (c == '-' && peek() == '>') {
      read();
      return new Token(Kind.ARROW, "->");
    }
    return SIGNS.indexOf(c) >= 0
        ? new Token(Kind.SIGN, Character.toString(c))
        : new Token(Kind.WORD, word(c));
  }

  TraceFormatException error(Token found, String expected) {
    return file.error(place(), found.is(Kind.END) ? "the end" : "'" + found.text() + "'", expected);
  }

  private String place() {
    return "line " + line;
  }

  private int afterSpace() throws IOException {
    int c = read();
    while (c != END) {
      if (c == '#' || (c == '/' && peek() == '/')) {
        skipLine();
      } else if (c == '/' && peek() == '*') {
        skipComment();
      } else if (!Character.isWhitespace(c) && c != '\uFEFF') {
        return c;
      }
      c = read();
    }
    return c;
  }

  private void skipLine() throws IOException {
    int c = read();
    while (c != END && c != '\n') {
      c = read();
    }
  }

  private void skipComment() throws IOException {
    read(); // the star
    int before = read();
    int c = read();
    while (c != END && !(before == '*' && c == '/')) {
      before = c;
      c = read();
    }
  }

  /**
   * Reads a quoted text. Only the escaped quote belongs to the syntax. Other escapes are kept as
   * text, including an escaped backslash, whose second character escapes no following quote.
   */
  private String quoted() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = read(); c != '"'; c = read()) {
      if (c == '\\' && peek() == '"') {
        c = read();
      } else if (c == '\\' && peek() == '\\') {
        append(text, c, "a closing quote");
        c = read();
      }
      append(text, c, "a closing quote");
    }
    return text.toString();
  }

  private String markup() throws IOException {
    StringBuilder text = new StringBuilder();
    int depth = 1;
    for (int c = read(); ; c = read()) {
      depth += c == '<' ? 1 : c == '>' ? -1 : 0;
      if (depth == 0) {
        return text.toString();
      }
      append(text, c, "a closing '>'");
    }
  }

  private String word(int first) throws IOException {
    StringBuilder text = new StringBuilder().appendCodePoint(first);
    while (isInWord(peek())) {
      append(text, read(), "a shorter name");
    }
    return text.toString();
  }

  private boolean isInWord(int c) {
    return c != END && !Character.isWhitespace(c) && SIGNS.indexOf(c) < 0 && c != '"' && c != '-';
  }

  private void append(StringBuilder text, int c, String expected) throws IOException {
    if (c == END || text.length() >= MAX_WORD_CHARS) {
      throw file.error(
          place(),
          c == END ? "the end" : "a text of over " + MAX_WORD_CHARS + " characters",
          expected);
    }
    text.append((char) c);
  }

  private int read() throws IOException {
    int c = in.read();
    if (c == '\n') {
      line++;
    }
    if (chars++ > MAX_CHARS) {
      throw file.error(place(), "more text", "at most " + MAX_CHARS + " characters");
    }
    return c;
  }

  private int peek() throws IOException {
    int c = in.read();
    if (c != END) {
      in.unread(c);
    }
    return c;
  }
}
