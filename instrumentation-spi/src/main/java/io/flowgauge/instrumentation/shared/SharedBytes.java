package io.flowgauge.instrumentation.shared;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Memory that another process may change at any time. Thread-safe. */
public interface SharedBytes {
  /**
   * A whole number, little endian. What is read later was read later.
   *
   * @param at where, in bytes from the beginning, a multiple of 4
   * @return the number; 0 beyond the end
   */
  int intAt(long at);

  /**
   * Bytes, from the buffer's position to its limit; both stay. What is read later was read later.
   *
   * @param at where, in bytes from the beginning
   * @param to takes the bytes; zeros beyond the end
   */
  void read(long at, ByteBuffer to);

  /**
   * Memory that cannot shrink, mapped: of a memfd sealed against it. One that can shrink would
   * crash its reader.
   *
   * @param file its path
   * @param size its bytes
   * @return the memory; it goes when nobody refers to it any more
   * @throws IOException if it cannot be mapped
   */
  static SharedBytes mapped(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new MappedBytes(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
    }
  }

  /**
   * A file that may become shorter, read piece by piece.
   *
   * @param channel open for reading; stays the caller's
   * @return the memory, all zeros once the channel is closed
   */
  static SharedBytes of(FileChannel channel) {
    return new ChannelBytes(channel);
  }
}
