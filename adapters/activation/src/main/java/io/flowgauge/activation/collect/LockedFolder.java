package io.flowgauge.activation.collect;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder that is locked against use by a second service. A new folder is accessible to its owner
 * alone. Immutable.
 */
public final class LockedFolder implements Closeable {
  private static final String OWNER_ONLY = "rwx------";

  private final FileChannel channel;

  private LockedFolder(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks a folder, and creates it if it is absent.
   *
   * @param user kind of service that uses it, for messages
   * @throws IOException if another service uses it, or it cannot be created
   */
  public static LockedFolder lock(Path folder, String user) throws IOException {
    create(folder);
    FileChannel channel =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (isLocked(channel)) {
      return new LockedFolder(channel);
    }
    channel.close();
    throw new IOException("folder " + folder + " is in use by another " + user);
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // Locked by another service of this process.
    }
  }

  private static void create(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Files.createDirectories(folder);
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(OWNER_ONLY));
    }
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
