package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import org.tukaani.xz.XZInputStream;

/** How a file is packed. */
enum Packing {
  NONE("", ""),
  GZIP("gzip", "\u001f\u008b"),
  XZ("xz", "\u00fd7zXZ\0");

  private static final int LONGEST_MARK = 6;
  private static final int BUFFER = 1 << 16;
  private static final int MAX_KIBIBYTES = 128 << 10;

  private final String program;

  /** The first bytes, decoded as Latin-1. */
  private final String mark;

  Packing(String program, String mark) {
    this.program = program;
    this.mark = mark;
  }

  /**
   * Returns the packing of the next bytes in a stream that supports marks; the stream stays at its
   * position.
   */
  static Packing of(InputStream in) throws IOException {
    in.mark(LONGEST_MARK);
    byte[] start = in.readNBytes(LONGEST_MARK);
    in.reset();
    return of(start);
  }

  /** Returns the packing of content that starts with the given bytes. */
  static Packing of(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(bytes.length, LONGEST_MARK), ISO_8859_1);
    if (start.startsWith(XZ.mark)) {
      return XZ;
    }
    return start.startsWith(GZIP.mark) ? GZIP : NONE;
  }

  InputStream unpack(InputStream packed) throws IOException {
    return switch (this) {
      case NONE -> packed;
      case GZIP -> new WholeGzip(packed, BUFFER);
      case XZ -> new XZInputStream(packed, MAX_KIBIBYTES);
    };
  }

  /** Returns the program that unpacks it; empty for none. */
  String program() {
    return program;
  }
}
