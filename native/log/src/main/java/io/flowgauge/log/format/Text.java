package io.flowgauge.log.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * Reads and writes texts as a 16-bit length and UTF-8. It has its own encoder, because the JDK's
 * encoders allocate; like them, it replaces an unpaired surrogate by a question mark.
 */
public final class Text {
  /** Size of the length, in bytes. */
  public static final int LENGTH_BYTES = 2;

  /** A good size for the scratch array through which texts are copied. */
  public static final int SCRATCH = 512;

  private static final int LENGTH_MASK = 0xFFFF;
  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;
  private static final int TAIL = 0x80;
  private static final int TAIL_MASK = 0x3F;
  private static final int TAIL_BITS = 6;

  private Text() {}

  /** Returns the length of a text in UTF-8, in bytes, without its length field. */
  public static int bytes(String text) {
    int length = text.length();
    if (isPlain(text)) {
      return length;
    }
    int bytes = length;
    for (int k = 0; k < length; k++) {
      char c = text.charAt(k);
      if (c >= ONE_BYTE) {
        bytes += extraBytes(text, k, c);
      }
    }
    return bytes;
  }

  /**
   * Whether all chars take a byte each, as in most texts. The loop has no branches, which makes it
   * fast.
   */
  private static boolean isPlain(String text) {
    int all = 0;
    for (int k = 0; k < text.length(); k++) {
      all |= text.charAt(k);
    }
    return all < ONE_BYTE;
  }

  /**
   * Returns how many bytes a char takes beyond the first. A surrogate pair, which is two chars,
   * takes four bytes.
   */
  private static int extraBytes(String text, int k, char c) {
    if (!Character.isSurrogate(c)) {
      return c < TWO_BYTES ? 1 : 2;
    }
    return isPair(text, k) ? 2 : 0;
  }

  private static boolean isPair(String text, int k) {
    return Character.isHighSurrogate(text.charAt(k))
        && k + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(k + 1));
  }

  /** Writes length and text, and returns the index of the first byte after them. */
  public static int put(ByteBuffer to, int at, String text) {
    return put(to, at, text, new byte[SCRATCH]);
  }

  /**
   * Writes length and text, and returns the index of the first byte after them.
   *
   * @param scratch is overwritten; {@link #SCRATCH} bytes are a good size
   */
  public static int put(ByteBuffer to, int at, String text, byte[] scratch) {
    int next = at + LENGTH_BYTES;
    boolean plain = isPlain(text);
    for (int k = 0; k < text.length(); ) {
      int end = plain ? text.length() : endOfPlain(text, k);
      next = putPlain(to, next, text, k, end, scratch);
      k = end;
      if (k < text.length()) {
        char c = text.charAt(k);
        boolean pair = Character.isSurrogate(c) && isPair(text, k);
        int code = pair ? text.codePointAt(k) : Character.isSurrogate(c) ? '?' : c;
        next = putWide(to, next, code);
        k += pair ? 2 : 1;
      }
    }
    to.putShort(at, (short) (next - at - LENGTH_BYTES));
    return next;
  }

  /**
   * Returns the index of the first char at or after {@code from} that takes more than a byte or
   * must be replaced.
   */
  private static int endOfPlain(String text, int from) {
    int k = from;
    while (k < text.length() && text.charAt(k) < ONE_BYTE) {
      k++;
    }
    return k;
  }

  /**
   * Copies chars that take a byte each. Many are copied at a time, which takes a tenth of the time
   * that single ones would take.
   */
  @SuppressWarnings("deprecation") // The method drops the upper halves of the chars, which are zero
  // here.
  private static int putPlain(
      ByteBuffer to, int at, String text, int from, int end, byte[] scratch) {
    int next = at;
    for (int k = from; k < end; k += scratch.length) {
      int length = Math.min(scratch.length, end - k);
      text.getBytes(k, k + length, scratch, 0);
      to.put(next, scratch, 0, length);
      next += length;
    }
    return next;
  }

  private static int putWide(ByteBuffer to, int at, int c) {
    if (c < ONE_BYTE) {
      to.put(at, (byte) c);
      return at + 1;
    }
    if (c < TWO_BYTES) {
      to.put(at, (byte) (0xC0 | (c >> TAIL_BITS)));
      return putTail(to, at + 1, c, 1);
    }
    if (c < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      to.put(at, (byte) (0xE0 | (c >> (2 * TAIL_BITS))));
      return putTail(to, at + 1, c, 2);
    }
    to.put(at, (byte) (0xF0 | (c >> (3 * TAIL_BITS))));
    return putTail(to, at + 1, c, 3);
  }

  private static int putTail(ByteBuffer to, int at, int c, int bytes) {
    for (int k = 0; k < bytes; k++) {
      to.put(at + k, (byte) (TAIL | ((c >> ((bytes - 1 - k) * TAIL_BITS)) & TAIL_MASK)));
    }
    return at + bytes;
  }

  /**
   * Returns the length of a text in bytes.
   *
   * @param at index of its length
   * @return 0 to 65535
   */
  public static int length(ByteBuffer from, int at) {
    return from.getShort(at) & LENGTH_MASK;
  }

  /**
   * Reads a text.
   *
   * @param at index of its length
   */
  public static String get(ByteBuffer from, int at) {
    int length = length(from, at);
    byte[] bytes = new byte[length];
    from.get(at + LENGTH_BYTES, bytes);
    return new String(bytes, UTF_8);
  }

  /** Decodes the text at the buffer's position and moves past it. */
  static String take(ByteBuffer from) {
    String text = get(from, from.position());
    skip(from);
    return text;
  }

  private static void skip(ByteBuffer from) {
    int at = from.position();
    from.position(at + LENGTH_BYTES + length(from, at));
  }

  /** Encodes a text at the buffer's position and moves past it. */
  static void append(ByteBuffer to, String text) {
    to.position(put(to, to.position(), text));
  }
}
