package io.flowgauge.netlogger;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Percent escapes of bytes, {@code %0A} for a line feed. */
final class PercentEscapes {
  private static final int HEX = 16;

  private PercentEscapes() {}

  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] from = text.getBytes(UTF_8);
    ByteArrayOutputStream to = new ByteArrayOutputStream(from.length);
    for (int k = 0; k < from.length; k++) {
      int value = from[k] == '%' ? escaped(from, k) : -1;
      to.write(value < 0 ? from[k] : value);
      k += value < 0 ? 0 : 2;
    }
    return to.toString(UTF_8);
  }

  private static int escaped(byte[] from, int at) {
    if (at + 2 >= from.length) {
      return -1;
    }
    int high = Character.digit((char) from[at + 1], HEX);
    int low = Character.digit((char) from[at + 2], HEX);
    return high < 0 || low < 0 ? -1 : high * HEX + low;
  }
}
