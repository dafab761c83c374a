package io.flowgauge.traces.nextflow;

/**
 * Numbers with units in sequence, such as {@code 4m 19s} or {@code 1.5 GB}: digits with an optional
 * fraction, then letters, each optionally preceded by blanks. Not thread-safe.
 */
final class QuantityText {
  private static final int MAX_DIGITS = 18;

  private final String text;

  /**
   * The number extends from here to {@link #numberEnd}, the unit from {@link #unitBegin} to {@link
   * #end}.
   */
  private int begin;

  private int numberEnd;
  private int unitBegin;
  private int end;

  QuantityText(String text) {
    this.text = text;
  }

  /** Moves to the next number; false if there is none with a unit. */
  boolean next() {
    begin = blanksEnd(end);
    numberEnd = digitsEnd(begin);
    if (numberEnd > begin && numberEnd < text.length() && text.charAt(numberEnd) == '.') {
      numberEnd = digitsEnd(numberEnd + 1);
    }
    unitBegin = blanksEnd(numberEnd);
    end = unitBegin;
    while (end < text.length() && isLetter(text.charAt(end))) {
      end++;
    }
    return numberEnd > begin && end > unitBegin;
  }

  boolean isAtEnd() {
    return end == text.length();
  }

  String number() {
    return text.substring(begin, numberEnd);
  }

  String unit() {
    return text.substring(unitBegin, end);
  }

  /**
   * Returns the number times a factor, rounded to the nearest; -1 if that does not fit into a long.
   */
  long times(long factor) {
    if (numberEnd - begin > MAX_DIGITS) {
      return -1;
    }
    long value = 0;
    long divisor = 0;
    for (int k = begin; k < numberEnd; k++) {
      char c = text.charAt(k);
      value = c == '.' ? value : 10 * value + c - '0';
      divisor = c == '.' ? 1 : 10 * divisor;
    }
    divisor = Math.max(1, divisor);
    boolean fits = value <= (Long.MAX_VALUE - divisor) / factor;
    return fits ? (value * factor + divisor / 2) / divisor : -1;
  }

  static boolean areDigits(String text, int from, int to) {
    for (int k = from; k < to; k++) {
      if (!isDigit(text.charAt(k))) {
        return false;
      }
    }
    return to > from;
  }

  private int digitsEnd(int from) {
    int at = from;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int blanksEnd(int from) {
    int at = from;
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
