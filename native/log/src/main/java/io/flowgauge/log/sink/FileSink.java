package io.flowgauge.log.sink;

import io.flowgauge.log.format.BlockHeader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/** Appends the blocks of a log to a file. */
final class FileSink implements LogSink {
  private final Path path;
  private FileChannel channel;

  /**
   * Identifies the open file, in case another takes its name; null on systems without file keys.
   */
  private Object key;

  private int part;
  private long end;
  private long written;

  FileSink(Path path) throws IOException {
    this.path = path;
    requireNoText(path);
    open();
  }

  /**
   * Refuses a text file, which was probably named by mistake. Even a damaged log probably contains
   * zeros.
   */
  private static void requireNoText(Path path) throws IOException {
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      return;
    }
    byte[] head;
    try (InputStream in = new FileInputStream(path.toFile())) { // Unlike channels, not closed by an
      // interrupt.
      head = in.readNBytes(BlockHeader.BYTES);
    }
    if (!BlockHeader.mayBeginAt(ByteBuffer.wrap(head), 0) && isText(head)) {
      throw new FileSystemException(
          path.toString(),
          null,
          "found a text file, expected an event log or no file; choose another path");
    }
  }

  private static boolean isText(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return false;
      }
    }
    return bytes.length > 0;
  }

  private void open() throws IOException {
    channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    key = key();
    end = channel.size();
  }

  /** Continues in a new file if somebody has moved, deleted or emptied the old one. */
  @Override
  public int part(int bytes) throws IOException {
    if (!isInPlace()) {
      channel.close();
      open();
      part++;
    } else if (channel.size() < end) {
      part++;
    }
    return part;
  }

  /** Whether its path still names this file. */
  boolean isInPlace() {
    try {
      return Objects.equals(key, key());
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true; // It is impossible to tell, and the open file can still be written to.
    }
  }

  private Object key() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /**
   * Appends a block, completely or not at all where possible: if writing fails, the part already
   * written is truncated.
   */
  @Override
  public void write(ByteBuffer... block) throws IOException {
    long start = channel.size();
    long bytes = SocketSink.remaining(block);
    try {
      for (long left = bytes; left > 0; ) {
        left -= channel.write(block);
      }
    } catch (IOException e) {
      cut(start, e);
      throw e;
    }
    written += bytes;
    end = channel.size();
  }

  private void cut(long start, IOException cause) {
    try {
      channel.truncate(start);
    } catch (IOException e) {
      cause.addSuppressed(e); // Readers skip the torn block.
    }
  }

  @Override
  public void force() throws IOException {
    channel.force(false);
  }

  /** Bytes appended so far. */
  long written() {
    return written;
  }

  FileChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
