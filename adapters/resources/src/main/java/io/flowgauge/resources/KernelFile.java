package io.flowgauge.resources;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file in {@code /proc} that stays open. A file of a process always refers to that process: once
 * it has ended, reading fails, even if another process has been given its pid. Not thread-safe.
 */
final class KernelFile implements Closeable {
  private final FileChannel channel;

  private KernelFile(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens a file; empty if it does not exist, may not be read, or too many files are open. */
  static Optional<KernelFile> open(Path path) {
    try {
      return Optional.of(new KernelFile(FileChannel.open(path, StandardOpenOption.READ)));
    } catch (IOException | SecurityException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /** Reads its only line; false if there is no longer anything to read. */
  boolean readLine(KernelText into) {
    try {
      into.readLine(channel);
      return into.hasMore();
    } catch (IOException e) {
      return false;
    }
  }

  /** Reads all of it; false if it cannot be read. */
  boolean readAll(KernelText into) {
    try {
      into.readAll(channel);
      return into.hasMore();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing was written.
      return;
    }
  }
}
