package io.flowgauge.log.ring;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files left by a session that is no longer open. The caller owns them until it calls {@link
 * #close}.
 */
public final class DeadSession implements Closeable {
  private static final String DAMAGED = ".damaged";

  private final RingLock lock;

  DeadSession(RingLock lock) {
    this.lock = lock;
  }

  /** Ring files of the session, sorted by name. */
  public List<Path> rings() throws IOException {
    return lock.rings();
  }

  /**
   * Deletes the files. Must be called only after everything that could be read is stored elsewhere.
   *
   * @param damaged rings that could not be read completely; they are renamed and kept
   */
  public void delete(List<Path> damaged) throws IOException {
    for (Path ring : rings()) {
      if (damaged.contains(ring)) {
        Files.move(ring, ring.resolveSibling(ring.getFileName() + DAMAGED));
      } else {
        Files.deleteIfExists(ring);
      }
    }
    if (damaged.isEmpty()) {
      Files.deleteIfExists(lock.sibling(RingFiles.TYPES));
    }
    lock.delete();
  }

  /** Releases the lock; the remaining files are left for the next process. */
  @Override
  public void close() {
    lock.close();
  }
}
