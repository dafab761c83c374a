package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Optional;

/** Packings that are recognised but not unpacked. */
enum UnreadPacking {
  ZSTD("zstd", "(\u00b5/\u00fd"),
  LZ4("lz4", "\u0004\"M\u0018"),
  /** The format of Spark and Kafka, which the program lz4 does not read. */
  LZ4_BLOCKS("lz4", "LZ4Block"),
  SNAPPY("snappy", "\u0082SNAPPY\0"),
  LZF("lzf", "ZV\u0001");

  private static final int LONGEST_MARK = 8;

  private final String program;

  /** The first bytes, decoded as Latin-1. */
  private final String mark;

  UnreadPacking(String program, String mark) {
    this.program = program;
    this.mark = mark;
  }

  /** Describes content that starts with the given bytes; empty if it has none of these packings. */
  static Optional<String> of(byte[] bytes) {
    String start = new String(bytes, 0, Math.min(bytes.length, LONGEST_MARK), ISO_8859_1);
    for (UnreadPacking packing : values()) {
      if (start.startsWith(packing.mark)) {
        return Optional.of(packing.program + " data (unpack it first)");
      }
    }
    return Optional.empty();
  }
}
