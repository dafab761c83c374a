package io.flowgauge.log.write;

import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.ring.RingMemory;
import io.flowgauge.log.ring.RingSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Rings for lanes. A separate thread makes them in advance, because that takes a millisecond, or
 * longer if disk or memory is busy, and a logging call must never wait. If files cannot be made,
 * the rings are small ones in memory. Thread-safe.
 */
final class Rings implements Runnable {
  /** Bytes of a ring that is in memory only; at most this much is lost with the process. */
  static final int BUFFER = 1 << 17;

  /**
   * Least total size of the rings that are kept ready. Within the limits, as many are ready as are
   * in use.
   */
  private static final int MIN_READY_BYTES = 1 << 23;

  private static final int MAX_READY_BYTES = 1 << 26;
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Optional<RingSession> session;
  private final int capacity;
  private final Queue<RingMemory> spares = new ConcurrentLinkedQueue<>();

  /** The first rings, until the thread touches their pages. */
  private final Queue<RingMemory> untouched = new ArrayDeque<>();

  private final AtomicInteger ready = new AtomicInteger();
  private final AtomicInteger used = new AtomicInteger();

  /** Number of rings, ready or in use, that are in memory because files could not be made. */
  private final AtomicInteger inMemory = new AtomicInteger();

  private final Thread thread;

  /** Why no ring will ever be a file although all should. */
  private Optional<String> unavailable = Optional.empty();

  /**
   * When rings in memory may next be replaced by files. After each failure the pause is longer,
   * because a mapping that fails for lack of memory causes a full garbage collection.
   */
  private long replacingDue = System.nanoTime();

  private long pauseNanos = RETRY_NANOS;

  private volatile Optional<String> failure = Optional.empty();

  /** Whether the last attempt to make what is wanted failed. */
  private volatile boolean failed;

  private volatile boolean closed;

  private Rings(Optional<RingSession> session, int capacity, String name) {
    this.session = session;
    this.capacity = capacity;
    thread = new LogThread(this, name);
  }

  /**
   * Creates rings in memory only.
   *
   * @param capacity bytes of a ring
   * @param name name of the thread that makes them
   */
  static Rings inMemory(int capacity, String name) {
    return new Rings(Optional.empty(), capacity, name);
  }

  /**
   * Creates rings in files of a folder or, if that fails, in memory.
   *
   * @param capacity bytes of a ring
   * @param name name of the thread that makes them
   */
  static Rings inFiles(Path folder, long log, int capacity, String name) {
    try {
      return new Rings(Optional.of(RingSession.open(folder, log)), capacity, name);
    } catch (IOException | RuntimeException e) {
      Rings rings = inMemory(BUFFER, name);
      rings.unavailable = Optional.of(e.toString());
      return rings;
    }
  }

  /**
   * Makes the first rings, and starts the thread that makes the others. It also touches the pages
   * of the first ones, which takes too long to wait for.
   */
  void start(int first) {
    for (int k = 0; k < first; k++) {
      RingMemory made = make();
      if (made != null) {
        untouched.add(made);
        addSpare(made);
      }
    }
    thread.start();
  }

  @Override
  public void run() {
    while (!closed && !untouched.isEmpty()) {
      untouched.remove().touchPages();
    }
    while (!closed) {
      boolean succeeded = makeWanted();
      if (!closed && succeeded) {
        LockSupport.park(this);
      } else if (!closed) {
        LockSupport.parkNanos(this, RETRY_NANOS);
      }
    }
    deleteSpares();
  }

  private boolean makeWanted() {
    try {
      boolean succeeded = retryTypes();
      while (!closed && succeeded && ready.get() < wantedReady()) {
        succeeded = makeOne();
      }
      succeeded = succeeded && replaceThoseInMemory();
      if (succeeded) {
        failed = false;
      }
      return succeeded;
    } catch (OutOfMemoryError e) { // The host program may have memory again later.
      return false;
    }
  }

  /** Replaces ready rings in memory by files; returns whether none is left. */
  private boolean replaceThoseInMemory() {
    for (RingMemory old = readyInMemory(); old != null && !closed; old = readyInMemory()) {
      RingMemory made = makeReplacement();
      if (made == null) {
        return false;
      }
      made.touchPages();
      spares.add(made);
      if (spares.remove(old)) {
        inMemory.decrementAndGet();
      } else {
        ready.incrementAndGet(); // A thread took it meanwhile.
      }
    }
    return true;
  }

  /** Makes a file, unless the last attempt failed a short while ago or the disk is full. */
  private RingMemory makeReplacement() {
    boolean isTime = System.nanoTime() - replacingDue >= 0;
    if (!isTime || !session.orElseThrow().hasRoom(capacity)) {
      return null;
    }
    RingMemory made = makeFile();
    if (made == null) {
      pauseNanos = Math.min(2 * pauseNanos, MAX_PAUSE_NANOS);
      replacingDue = System.nanoTime() + pauseNanos;
    } else {
      pauseNanos = RETRY_NANOS;
    }
    return made;
  }

  private RingMemory readyInMemory() {
    return spares.stream().filter(this::replacesFile).findFirst().orElse(null);
  }

  /** Whether a ring is in memory because its file could not be made. */
  private boolean replacesFile(RingMemory ring) {
    return session.isPresent() && !ring.isMapped();
  }

  private int wantedReady() {
    int least = Math.max(1, MIN_READY_BYTES / capacity);
    int most = Math.max(1, MAX_READY_BYTES / capacity);
    return Math.max(least, Math.min(used.get(), most));
  }

  /** Makes a ring, in memory if a file cannot be made; returns whether that worked. */
  boolean makeOne() {
    RingMemory made = make();
    if (made != null) {
      made.touchPages();
      addSpare(made);
    }
    return made != null;
  }

  private void addSpare(RingMemory ring) {
    spares.add(ring);
    ready.incrementAndGet();
  }

  private RingMemory make() {
    if (session.isEmpty()) {
      return allocate(capacity);
    }
    RingMemory file = makeFile();
    if (file != null) {
      return file;
    }
    RingMemory made = allocate(Math.min(BUFFER, capacity));
    if (made != null) {
      inMemory.incrementAndGet();
    }
    return made;
  }

  private RingMemory makeFile() {
    try {
      return session.orElseThrow().createRing(capacity);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      recordFailure(e);
      return null;
    }
  }

  private RingMemory allocate(int bytes) {
    try {
      return RingMemory.allocate(bytes);
    } catch (OutOfMemoryError e) {
      recordFailure(e);
      return null; // The host program goes on; its events are dropped and counted.
    }
  }

  private void recordFailure(Throwable cause) {
    if (closed) {
      return;
    }
    failure = Optional.of(cause.toString());
    failed = true;
  }

  /**
   * Takes a ring; returns null if none is available.
   *
   * @param reserved number of ready rings to leave for others, at most one less than are kept ready
   */
  RingMemory take(int reserved) {
    boolean enough = ready.get() > Math.min(reserved, wantedReady() - 1);
    RingMemory ring = closed || !enough ? null : spares.poll();
    if (ring != null) {
      ready.decrementAndGet();
      used.incrementAndGet();
      if (!isReady(1, 2)) {
        LockSupport.unpark(thread);
      }
    }
    return ring;
  }

  /**
   * Whether it is time to look for rings that are no longer in use. This is so before new rings are
   * made, which takes longer.
   */
  boolean areFew() {
    return !isReady(3, 4);
  }

  /** Whether more than a fraction of the wanted rings are ready. */
  private boolean isReady(int part, int of) {
    return of * ready.get() > part * wantedReady();
  }

  /** Takes back an empty ring that is no longer in use. */
  void giveBack(RingMemory ring) {
    used.decrementAndGet();
    if (!closed && ready.get() < wantedReady() && ring.isMapped() == session.isPresent()) {
      ring.reset();
      addSpare(ring);
    } else {
      if (replacesFile(ring)) {
        inMemory.decrementAndGet();
      }
      ring.delete();
    }
  }

  /** Records an event type, before any event of the type is logged. */
  void describe(HeaderMessage type) {
    try {
      if (session.isPresent()) {
        session.get().describe(type);
      }
    } catch (IOException e) {
      recordFailure(e);
      LockSupport.unpark(thread);
    }
  }

  private boolean retryTypes() {
    try {
      if (session.isPresent()) {
        session.get().retry();
      }
      return true;
    } catch (IOException e) {
      recordFailure(e);
      return false;
    }
  }

  /**
   * Returns why events in rings would not survive the process although they should; empty if they
   * would.
   */
  Optional<String> failure() {
    boolean isOver = !failed && inMemory.get() == 0;
    return unavailable.or(() -> isOver ? Optional.empty() : failure);
  }

  /**
   * Deletes all rings except some.
   *
   * @param kept rings that still hold events
   */
  void close(Collection<RingMemory> kept) {
    closed = true;
    LockSupport.unpark(thread);
    deleteSpares();
    session.ifPresent(s -> s.close(kept));
  }

  private void deleteSpares() {
    for (RingMemory ring = spares.poll(); ring != null; ring = spares.poll()) {
      ring.delete();
    }
  }
}
