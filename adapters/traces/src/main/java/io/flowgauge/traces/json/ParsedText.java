package io.flowgauge.traces.json;

/** A view of characters in a parser's buffer, which the parser soon overwrites. Not thread-safe. */
final class ParsedText implements CharSequence {
  private char[] characters = {};
  private int from;
  private int length;

  /** Points the view at some characters. */
  ParsedText of(char[] all, int begin, int count) {
    characters = all;
    from = begin;
    length = count;
    return this;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public char charAt(int index) {
    if (index >= length) {
      throw new IndexOutOfBoundsException("character " + index + " of " + length);
    }
    return characters[from + index];
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return toString().substring(start, end);
  }

  @Override
  public String toString() {
    return new String(characters, from, length);
  }
}
