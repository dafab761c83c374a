package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Numbers of decimal digits alone, as most cells of traces are by the million. Stateless. */
public final class DecimalDigits {
  /** Numbers of this many digits always fit into a long. */
  public static final int MAX = 18;

  private DecimalDigits() {}

  /**
   * The number that a text of decimal digits is: 1 to the given number of them, {@link #MAX} at
   * most; -1 for any other text.
   */
  public static long of(String text, int most) {
    if (text.length() > most) {
      return -1;
    }
    byte[] bytes = text.getBytes(ISO_8859_1); // What it lacks becomes '?', which is no digit.
    return of(bytes, 0, bytes.length, most);
  }

  /** The same of bytes from one place up to another. */
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
