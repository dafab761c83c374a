package io.flowgauge.log.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Random access to the bytes of a file, or to a block in memory. Thread-safe. */
interface LogBytes extends Closeable {
  /** Opens a file; each read returns its bytes at that time. */
  static LogBytes of(Path path) throws IOException {
    return new FileBytes(path, FileChannel.open(path, StandardOpenOption.READ));
  }

  /** Wraps a block in memory that is attributed to a file without being in it. */
  static LogBytes of(Path path, ByteBuffer block) {
    return new MemoryBytes(path, block);
  }

  Path path();

  long size() throws IOException;

  /** Reads up to a number of bytes into the front of a buffer. */
  ByteBuffer read(long offset, int bytes, ByteBuffer into) throws IOException;

  /** A file. */
  record FileBytes(Path path, FileChannel channel) implements LogBytes {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public ByteBuffer read(long offset, int bytes, ByteBuffer into) throws IOException {
      into.clear().limit(bytes);
      int read = 0;
      while (read >= 0 && into.hasRemaining()) {
        read = channel.read(into, offset + into.position());
      }
      return into.flip();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Bytes that are in memory. */
  record MemoryBytes(Path path, ByteBuffer block) implements LogBytes {
    @Override
    public long size() {
      return block.limit();
    }

    @Override
    public ByteBuffer read(long offset, int bytes, ByteBuffer into) {
      int begin = (int) Math.min(offset, block.limit());
      int length = Math.min(bytes, block.limit() - begin);
      return into.clear().put(0, block, begin, length).limit(length);
    }

    @Override
    public void close() {
      // Nothing to release.
    }
  }
}
