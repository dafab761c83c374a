package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.HeaderMessage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The files of one open log: a lock that shows that the log is open, the event types, and the
 * rings. Thread-safe.
 */
public final class RingSession implements Closeable {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final int CHUNK = 1 << 16;

  private final RingLock lock;
  private final long log;
  private FileChannel types;

  /**
   * Lock held while a ring is made, which can take long; apart from further rings, only closing
   * waits for it.
   */
  private final Object making = new Object();

  /** Types that could not be written yet. */
  private final Deque<ByteBuffer> pending = new ArrayDeque<>();

  private long described;
  private int made;
  private boolean closed;

  private RingSession(RingLock lock, FileChannel types, long log) {
    this.lock = lock;
    this.types = types;
    this.log = log;
    pending.add(new RingHeader(RingHeader.Kind.TYPES, ORDER, log, 0).encode());
  }

  /**
   * Begins a session.
   *
   * @param folder folder of its files; created if it is missing
   */
  public static RingSession open(Path folder, long log) throws IOException {
    RingLock lock = RingLock.create(folder);
    Path file = lock.sibling(RingFiles.TYPES);
    try {
      FileChannel types =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return begun(new RingSession(lock, types, log));
    } catch (IOException e) {
      Files.deleteIfExists(file);
      lock.delete();
      throw e;
    }
  }

  private static RingSession begun(RingSession session) throws IOException {
    try {
      session.retry();
      return session;
    } catch (IOException e) {
      session.types.close();
      throw e;
    }
  }

  /**
   * Makes a ring. The whole file is written, so that no later store can fail for lack of disk
   * space. The first store into a page is slow until {@link RingMemory#touchPages}.
   *
   * @param capacity bytes of the ring, a power of two
   * @return an empty ring
   */
  public RingMemory createRing(int capacity) throws IOException {
    synchronized (making) {
      return createRing(nextFile(), capacity);
    }
  }

  /**
   * Whether the disk seems to have room for a ring. On a full disk, trying to make one would take
   * what little is left from others for a moment.
   */
  public boolean hasRoom(int capacity) {
    try {
      Path file = lock.sibling(RingFiles.TYPES);
      return Files.getFileStore(file).getUsableSpace() > RingLayout.RING + capacity;
    } catch (IOException e) {
      return false;
    }
  }

  private RingMemory createRing(Path file, int capacity) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      fill(channel, RingLayout.RING + capacity);
      ByteBuffer header = new RingHeader(RingHeader.Kind.RING, ORDER, log, capacity).encode();
      ByteBuffer memory = channel.map(MapMode.READ_WRITE, 0, RingLayout.RING + capacity);
      memory.put(0, header, 0, header.limit());
      return RingMemory.mapped(memory, file);
    } catch (IOException | OutOfMemoryError e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private synchronized Path nextFile() throws IOException {
    if (closed) {
      throw new IOException("the log is closed");
    }
    return lock.sibling("-" + made++ + RingFiles.RING);
  }

  private static void fill(FileChannel channel, int bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);
    for (int left = bytes; left > 0; ) {
      left -= channel.write(zeros.clear().limit(Math.min(left, CHUNK)));
    }
  }

  /**
   * Writes an event type, before any event of the type is logged. If that fails, the next call
   * tries again.
   */
  public synchronized void describe(HeaderMessage type) throws IOException {
    ByteBuffer record = ByteBuffer.allocate(Integer.BYTES + type.bytes()).order(ORDER);
    type.encode(record.position(Integer.BYTES));
    record.putInt(0, BlockHeader.checksum(record, Integer.BYTES, type.bytes()));
    pending.add(record.flip());
    writePending();
  }

  /** Tries again to write the types that could not be written. */
  public synchronized void retry() throws IOException {
    if (!closed) {
      writePending();
    }
  }

  private void writePending() throws IOException {
    if (!types.isOpen()) { // A thread was interrupted while it wrote.
      types = FileChannel.open(lock.sibling(RingFiles.TYPES), StandardOpenOption.WRITE);
    }
    while (!pending.isEmpty()) {
      ByteBuffer next = pending.getFirst().duplicate();
      while (next.hasRemaining()) {
        types.write(next, described + next.position());
      }
      described += next.limit();
      pending.removeFirst();
    }
  }

  /** Ends the session and deletes all its files. */
  @Override
  public void close() {
    close(Set.of());
  }

  /**
   * Ends the session and deletes the files that are no longer needed.
   *
   * @param kept rings that still hold events
   */
  public void close(Collection<RingMemory> kept) {
    synchronized (making) {
      end(kept);
    }
  }

  private synchronized void end(Collection<RingMemory> kept) {
    if (closed) {
      return;
    }
    closed = true;
    try {
      types.close();
      List<Path> rings = new ArrayList<>(lock.rings());
      kept.forEach(ring -> ring.file().ifPresent(rings::remove));
      for (Path ring : rings) {
        Files.deleteIfExists(ring);
      }
      if (kept.isEmpty()) {
        Files.deleteIfExists(lock.sibling(RingFiles.TYPES));
        lock.delete();
      } else {
        lock.close();
      }
    } catch (IOException e) {
      lock.close(); // The next process that opens the log cleans up.
    }
  }
}
