package io.flowgauge.activation;

import io.netty.util.concurrent.EventExecutorGroup;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** The resources of a service, released in reverse order. Thread-safe. */
final class ServiceResources implements Closeable {
  private static final long CLOSE_SECONDS = 10;
  private static final String OWNER_ONLY = "rwx------";

  private final Deque<Closeable> open = new ArrayDeque<>();

  synchronized <T extends Closeable> T add(T resource) {
    open.push(resource);
    return resource;
  }

  synchronized <T extends EventExecutorGroup> T addGroup(T group) {
    open.push(() -> shutDown(group));
    return group;
  }

  /** Ends the threads of a group, and waits for it. */
  static void shutDown(EventExecutorGroup group) {
    group
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  /** Locks a folder: no other user may read it, and no second service use it. */
  void lock(Path folder) throws IOException {
    create(folder);
    FileChannel channel =
        add(
            FileChannel.open(
                folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException(inUse(folder), e);
    }
    throw new IOException(inUse(folder));
  }

  private static String inUse(Path folder) {
    return "folder " + folder + " is in use by another activation service";
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

  /** Releases everything because of a failure. */
  void closeAfter(Exception cause) {
    try {
      close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    IOException failure = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
