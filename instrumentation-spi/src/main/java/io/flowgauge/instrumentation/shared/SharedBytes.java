package io.flowgauge.instrumentation.shared;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Memory that another process may change at any time. Thread-safe. */
public interface SharedBytes {
  /**
   * Reads a little-endian integer. Later reads are not reordered before it.
   *
   * @param at offset in bytes, a multiple of 4
   * @return the number; 0 beyond the end
   */
  int intAt(long at);

  /**
   * Fills a buffer from its position to its limit, and leaves both unchanged. Later reads are not
   * reordered before it.
   *
   * @param at offset in bytes
   * @param to receives the bytes; zeros beyond the end
   */
  void read(long at, ByteBuffer to);

  /**
   * Maps memory that cannot shrink, such as a memfd sealed against it. Memory that shrinks crashes
   * its reader.
   *
   * @param size its size in bytes
   * @return the memory, unmapped once it is no longer referenced
   */
  static SharedBytes mapped(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new MappedBytes(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
    }
  }

  /**
   * Reads a file piece by piece, because it may become shorter; all zeros once the channel is
   * closed.
   */
  static SharedBytes of(FileChannel channel) {
    return new ChannelBytes(channel);
  }
}
