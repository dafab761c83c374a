package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.function.LongFunction;

/**
 * Writes times as text; the part up to the seconds is formatted only when it changes. Not
 * thread-safe.
 */
final class TimeText {
  static final int MICRO_DIGITS = 6;
  static final int NANO_DIGITS = 9;

  static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final LongFunction<String> seconds;
  private final int digits;
  private long second = Long.MIN_VALUE;
  private byte[] text = {};

  /**
   * Writes times of a form.
   *
   * @param seconds formats the text before the digits of the fraction, given the second since
   *     1970-01-01T00:00:00Z
   * @param digits number of digits of the fraction: microseconds or nanoseconds
   */
  TimeText(LongFunction<String> seconds, int digits) {
    this.seconds = seconds;
    this.digits = digits;
  }

  void put(long nanos, ByteText out) throws IOException {
    long now = Math.floorDiv(nanos, NANOS_PER_SECOND);
    if (now != second) {
      second = now;
      text = seconds.apply(now).getBytes(UTF_8);
    }
    out.put(text);
    long fraction = Math.floorMod(nanos, NANOS_PER_SECOND);
    out.padded(digits == NANO_DIGITS ? fraction : fraction / NANOS_PER_MICRO, digits);
  }
}
