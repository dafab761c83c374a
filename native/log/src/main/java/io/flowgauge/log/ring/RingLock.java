package io.flowgauge.log.ring;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The lock of a session, held while the session is open and released by the operating system when
 * the process dies. Only code that wants the lock opens its file, because a process that closes a
 * file loses all its locks on that file. Thread-safe.
 */
final class RingLock implements Closeable {
  private static final int TRIES = 10;

  /** Locks this process holds. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  /**
   * Files locked by another copy of this class in this process; closing them would release the
   * lock.
   */
  private static final Queue<FileChannel> NOT_OURS = new ConcurrentLinkedQueue<>();

  private final Path file;
  private final FileChannel channel;

  private RingLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Makes a new lock. */
  static RingLock create(Path folder) throws IOException {
    IOException last = null;
    for (int k = 0; k < TRIES; k++) {
      try {
        Path made = Files.createDirectories(folder).toRealPath();
        Optional<RingLock> lock = takeNew(Files.createTempFile(made, "", RingFiles.LOCK));
        if (lock.isPresent()) {
          return lock.get();
        }
      } catch (NoSuchFileException e) {
        last = e; // Another process has just deleted the folder.
      }
    }
    throw new IOException("cannot create a lock in " + folder, last);
  }

  /** Takes a new lock; if the file system does not support locks, deletes the file again. */
  private static Optional<RingLock> takeNew(Path file) throws IOException {
    try {
      return take(file);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  /** Takes a lock, unless another process holds it or the file is gone. */
  static Optional<RingLock> take(Path file) throws IOException {
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    Optional<RingLock> taken = Optional.empty();
    try {
      taken = lock(file);
    } finally {
      if (taken.isEmpty()) {
        HELD.remove(file);
      }
    }
    return taken;
  }

  private static Optional<RingLock> lock(Path file) throws IOException {
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        return Optional.empty();
      }
      if (Files.exists(file)) {
        return Optional.of(new RingLock(file, channel));
      }
      channel.close(); // Another process had the lock and has deleted the file.
      return Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Locks a file; closes it if that fails. */
  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return true;
      }
      channel.close();
    } catch (OverlappingFileLockException e) {
      NOT_OURS.add(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return false;
  }

  /** Returns the name of another file of the same session. */
  Path sibling(String ending) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - RingFiles.LOCK.length()) + ending);
  }

  /** Ring files of the session, sorted by name. */
  List<Path> rings() throws IOException {
    Path prefix = sibling("-");
    return RingFiles.list(prefix.getParent(), prefix.getFileName().toString(), RingFiles.RING);
  }

  /** Deletes the lock file, and the folder if it is now empty. */
  void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      return; // An unlocked lock file without other files does no harm.
    } finally {
      close();
    }
    try {
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      return; // The folder holds other files.
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      return; // Released anyway.
    } finally {
      HELD.remove(file);
    }
  }
}
