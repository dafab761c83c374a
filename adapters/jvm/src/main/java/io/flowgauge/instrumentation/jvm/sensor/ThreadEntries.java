package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * Assigns entries of the shared memory to platform threads, found by their ids. A thread may ask
 * for its own again, because programs, and the common pool from Java 19 on, reset thread-local
 * variables. Not thread-safe.
 */
final class ThreadEntries {
  /** No entry. */
  static final int NONE = -1;

  private final WeakReference<?>[] owners = new WeakReference<?>[Layout.THREADS];

  // Linked lists of entries, by the last digits of their owners' ids.
  private final int[] first = new int[Layout.THREADS];
  private final int[] next = new int[Layout.THREADS];
  private final int[] lists = new int[Layout.THREADS];

  ThreadEntries() {
    forget();
  }

  private static int list(Thread thread) {
    return (int) Words.threadId(thread) & Layout.THREADS - 1;
  }

  /** Returns the entry of a thread; {@link #NONE} if it has none. */
  int find(Thread thread) {
    int entry = first[list(thread)];
    while (entry != NONE && owners[entry].get() != thread) {
      entry = next[entry];
    }
    return entry;
  }

  /** Gives a thread an entry that has no owner. */
  void give(int entry, Thread thread) {
    int list = list(thread);
    owners[entry] = new WeakReference<>(thread);
    lists[entry] = list;
    next[entry] = first[list];
    first[list] = entry;
  }

  /**
   * Gives a thread the entry of one that has ended; returns it, or {@link #NONE} if there is none.
   */
  int inherit(Thread heir) {
    int entry = ofEnded();
    if (entry != NONE) {
      remove(entry);
      give(entry, heir);
    }
    return entry;
  }

  private int ofEnded() {
    for (int entry = 0; entry < owners.length; entry++) {
      if (owners[entry] != null
          && (!(owners[entry].get() instanceof Thread thread) || !thread.isAlive())) {
        return entry;
      }
    }
    return NONE;
  }

  private void remove(int entry) {
    int list = lists[entry];
    if (first[list] == entry) {
      first[list] = next[entry];
    } else {
      int before = first[list];
      while (next[before] != entry) {
        before = next[before];
      }
      next[before] = next[entry];
    }
  }

  /** Removes the owners of all entries. */
  void forget() {
    Arrays.fill(owners, null);
    Arrays.fill(first, NONE);
  }
}
