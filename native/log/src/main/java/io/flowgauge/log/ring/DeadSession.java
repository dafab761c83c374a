package io.flowgauge.log.ring;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a log has left that is open no more. It is ours alone until it is closed. */
public final class DeadSession implements Closeable {
  private static final String DAMAGED = ".damaged";

  private final RingLock lock;

  DeadSession(RingLock lock) {
    this.lock = lock;
  }

  /**
   * Its rings.
   *
   * @return their files, in the order of their names
   * @throws IOException if the folder cannot be read
   */
  public List<Path> rings() throws IOException {
    Path prefix = lock.sibling("-");
    return RingFiles.list(prefix.getParent(), prefix.getFileName().toString(), RingFiles.RING);
  }

  /**
   * Deletes all, when what could be read is safe elsewhere.
   *
   * @param damaged rings of which something could not be read: they get another name and stay
   * @throws IOException if something cannot be deleted
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

  /** Leaves what is left to the next. */
  @Override
  public void close() {
    lock.close();
  }
}
