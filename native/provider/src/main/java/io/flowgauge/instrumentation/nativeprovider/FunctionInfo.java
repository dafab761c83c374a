package io.flowgauge.instrumentation.nativeprovider;

import java.nio.ByteBuffer;

/** A function with code of its own: {@code struct fg_function}. */
record FunctionInfo(long address, long size, String name, String linkageName) {
  static FunctionInfo from(ByteBuffer all, ByteBuffer names, int k) {
    int at = k * Structs.FUNCTION;
    String linked = text(names, all.getInt(at + 16), all.getInt(at + 20));
    String plain = text(names, all.getInt(at + 24), all.getInt(at + 28));
    return new FunctionInfo(
        all.getLong(at),
        Math.max(all.getLong(at + 8), 0),
        plain.isEmpty() ? linked : plain,
        linked);
  }

  /** Returns a name; empty if it does not lie within the names. */
  private static String text(ByteBuffer names, int at, int length) {
    boolean within = at >= 0 && length >= 0 && at <= names.capacity() - length;
    return within ? Structs.text(names, at, length, length) : "";
  }
}
