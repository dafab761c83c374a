package io.flowgauge.log.trigger;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to change a trigger file: a lock on a second file, because the trigger file itself is
 * replaced. The second file stays: if it were deleted, writers already waiting for it and later
 * ones would lock different files.
 */
final class TriggerLock implements Closeable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PAUSE_MILLIS = 5;

  /** File locks exclude other processes; the threads of this one take turns here. */
  private static final ReentrantLock OURS = new ReentrantLock();

  private final FileChannel channel;

  private TriggerLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Waits for the lock, but not forever: its holder may be suspended. */
  static TriggerLock acquire(Path file) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    try {
      if (!OURS.tryLock(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
        throw busy(file);
      }
      try {
        return new TriggerLock(open(file, deadline));
      } catch (IOException | InterruptedException | RuntimeException e) {
        OURS.unlock();
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + file);
    }
  }

  private static FileChannel open(Path file, long deadline)
      throws IOException, InterruptedException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      while (lock == null) {
        if (System.nanoTime() - deadline > 0) {
          throw busy(file);
        }
        Thread.sleep(PAUSE_MILLIS);
        lock = channel.tryLock();
      }
      return channel;
    } catch (IOException | InterruptedException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static IOException busy(Path file) {
    return new IOException(
        "another writer has kept " + file + " locked for ten seconds; try again");
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close(); // Also releases the lock.
    } finally {
      OURS.unlock();
    }
  }
}
