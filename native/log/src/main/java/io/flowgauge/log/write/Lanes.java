package io.flowgauge.log.write;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.ring.RingMemory;
import java.util.EnumSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The lanes of a log: one for each platform thread that logs, and a few shared ones. Virtual
 * threads, of which there can be millions, take a shared lane for one message at a time, and so do
 * platform threads for which no ring is ready. A thread finds its lane by its id, in a table
 * instead of a thread-local variable. Thread-safe.
 */
final class Lanes {
  /** Threads beyond this number share the lanes of virtual threads. */
  static final int MAX_OWNED = 4096;

  /** States of a thread in which it may be in a logging call, because such a call never waits. */
  private static final Set<Thread.State> BUSY =
      EnumSet.of(Thread.State.RUNNABLE, Thread.State.BLOCKED);

  private static final int TABLE = 1024;
  private static final int MIN_SHARED = 4;
  private static final int ROUNDS = 8;

  /**
   * Written without synchronization: a thread uses an entry only if the lane names it as the owner.
   */
  private final Lane[] table = new Lane[TABLE];

  private final Map<Thread, Lane> owned = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<Lane> shared;
  private final Queue<Lane> unadopted = new ConcurrentLinkedQueue<>();
  private final LongAdder dropsWithoutLane = new LongAdder();
  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicInteger sharedMade = new AtomicInteger();
  private final Rings rings;
  private final Origin origin;
  private final boolean counts;
  private final Runnable wake;

  /**
   * Creates a first shared lane.
   *
   * @param counts whether times come from the time stamp counter
   */
  Lanes(Rings rings, Origin origin, boolean counts, Runnable wake) {
    this.rings = rings;
    this.origin = origin;
    this.counts = counts;
    this.wake = wake;
    int processors = Runtime.getRuntime().availableProcessors();
    shared = new AtomicReferenceArray<>(Math.max(MIN_SHARED, 2 * processors));
    sharedLane(0);
  }

  boolean counts() {
    return counts;
  }

  /** Returns the lanes of threads by {@link #slot}; a slot may hold the lane of another thread. */
  Lane[] table() {
    return table;
  }

  /** Returns the slot of a thread's lane, if that is in the table. */
  static int slot(Thread thread) {
    return (int) thread.getId() & (TABLE - 1);
  }

  /**
   * Finds a lane for one message of the calling thread; if there is none, counts a drop and returns
   * null.
   */
  Lane find(Thread thread) {
    try {
      return laneOf(thread);
    } catch (OutOfMemoryError e) { // A failure to log must not end the program.
      countDrop();
      return null;
    }
  }

  private Lane laneOf(Thread thread) {
    if (VirtualThreads.isVirtual(thread)) {
      return takeShared(thread);
    }
    Lane lane = owned.get(thread);
    if (lane == null) {
      lane = owned.size() < MAX_OWNED ? create(thread, reservedRings()) : null;
      if (!owned.isEmpty() && rings.areFew()) {
        wake.run(); // The drainer gives back the rings of threads that have ended.
      }
      if (lane == null) {
        return takeShared(thread);
      }
      unadopted.add(
          lane); // Added first, because no thread may write into a lane that the drainer does
      // not know.
      owned.put(thread, lane);
    }
    table[slot(thread)] = lane;
    return lane;
  }

  /**
   * Returns how many rings a thread must leave for shared lanes. If many threads start faster than
   * rings are made, they would otherwise compete for a single shared lane and drop events.
   */
  private int reservedRings() {
    return owned.isEmpty() ? 0 : shared.length() - sharedMade.get();
  }

  /** Creates a lane; returns null if there is no ring for it. */
  private Lane create(Thread owner, int reserved) {
    RingMemory ring = rings.take(reserved);
    if (ring == null) {
      return null;
    }
    try {
      StreamIdentity identity = origin.identity(owner);
      Lane.Source source = new Lane.Source(streams.getAndIncrement(), identity);
      return new Lane(owner, ring, source, counts, wake);
    } catch (OutOfMemoryError e) {
      rings.giveBack(ring);
      return null;
    }
  }

  /** Takes a shared lane. Tries for less than a microsecond and never waits. */
  private Lane takeShared(Thread thread) {
    int start = (int) Math.floorMod(thread.getId(), (long) shared.length());
    for (int round = 0; round < ROUNDS; round++) {
      for (int k = 0; k < shared.length(); k++) {
        Lane lane = sharedLane((start + k) % shared.length());
        if (lane != null && lane.acquire()) {
          return lane;
        }
      }
      Thread.onSpinWait();
    }
    countDrop();
    return null;
  }

  /** Counts an event for which no lane was available. */
  private void countDrop() {
    Lane first = shared.get(0);
    if (first == null) {
      dropsWithoutLane.increment();
    } else {
      first.drop();
    }
  }

  private Lane sharedLane(int index) {
    Lane lane = shared.get(index);
    if (lane != null) {
      return lane;
    }
    Lane made = create(null, 0);
    if (made == null) {
      return null;
    }
    if (shared.compareAndSet(index, null, made)) {
      sharedMade.incrementAndGet();
      unadopted.add(made);
    } else {
      rings.giveBack(made.ring());
    }
    return shared.get(index);
  }

  /** Returns the first lane that the drainer has not adopted; null if there is none. */
  Lane firstUnadopted() {
    return unadopted.peek();
  }

  /** Notes that the drainer has adopted the {@link #firstUnadopted} lane. */
  void markFirstAdopted() {
    unadopted.remove();
  }

  /** Forgets the lane of a thread that ended. */
  void retire(Lane lane) {
    owned.remove(lane.owner(), lane);
    int slot = slot(lane.owner());
    if (table[slot] == lane) {
      table[slot] = null;
    }
    rings.giveBack(lane.ring());
  }

  /**
   * Whether a logging call may be in progress: a thread with a lane is running, or a shared lane
   * was used.
   */
  boolean mayBeInUse() {
    for (int k = 0; k < shared.length(); k++) {
      Lane lane = shared.get(k);
      if (lane != null && lane.tail() > 0) {
        return true;
      }
    }
    return owned.keySet().stream().map(Thread::getState).anyMatch(BUSY::contains);
  }

  /**
   * Returns the number of events for which no lane was available, not even one to count the drop
   * in.
   */
  long dropsWithoutLane() {
    return dropsWithoutLane.sum();
  }
}
