package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Parses numbers that consist of decimal digits only, as do millions of cells in traces. Stateless.
 */
public final class DecimalDigits {
  /** Numbers of up to this many digits fit into a long. */
  public static final int MAX = 18;

  private DecimalDigits() {}

  /**
   * Returns the number in a text of 1 to the given number of decimal digits, {@link #MAX} at most;
   * -1 for any other text.
   */
  public static long of(String text, int most) {
    if (text.length() > most) {
      return -1;
    }
    byte[] bytes =
        text.getBytes(ISO_8859_1); // Characters beyond Latin-1 become '?', which is not a digit.
    return of(bytes, 0, bytes.length, most);
  }

  /** Returns the number in a range of bytes; -1 if it is not one. */
  static long of(byte[] bytes, int from, int to, int most) {
    if (from >= to || to - from > most) {
      return -1;
    }
    long number = 0;
    for (int k = from; k < to; k++) {
      int digit = bytes[k] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
