package io.flowgauge.instrumentation.nativeprovider;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Sizes of the structs of {@code flowgauge.h}, and access to texts in them. */
final class Structs {
  static final int ERROR = 256;
  static final int HOST = 168;
  static final int STATE = 24;
  static final int MODULE = 456;
  static final int FUNCTION = 40;
  static final int PROBE = 40;
  static final int VERDICT = 144;
  static final int STATS = 40;
  static final int STARTED = 16;
  static final int VARIABLE = 32;
  static final int RULE = 88;
  static final int ARGUMENTS = 112;
  static final int CALL = 240;
  static final int CALLED = 32;
  static final int POSITION = 144;

  private Structs() {}

  /** Allocates zeroed memory outside the heap. */
  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** Reads a text that ends at a zero byte or at the end of its room. */
  static String text(ByteBuffer from, int at, int room) {
    int length = 0;
    while (length < room && from.get(at + length) != 0) {
      length++;
    }
    return text(from, at, room, length);
  }

  /** Reads a text of the given length in bytes, truncated to its room. */
  static String text(ByteBuffer from, int at, int room, int length) {
    byte[] bytes = new byte[Math.max(0, Math.min(length, room))];
    from.get(at, bytes);
    return new String(bytes, UTF_8);
  }
}
