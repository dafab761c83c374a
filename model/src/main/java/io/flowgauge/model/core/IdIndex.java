package io.flowgauge.model.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Numbers ids from 0 in the order in which they are added. Ids are never removed, so a recorder and
 * its snapshots share one index. Lookup is thread-safe; the caller guards adding.
 *
 * <p>This is a hash table with open addressing that holds indices only, because a map of a million
 * boxed integers takes ten times the space. An id that finds no free place among those probed, for
 * example because hashes were made equal on purpose, goes to an overflow map.
 */
public final class IdIndex {
  /** Returned instead of an index if there is no such id. */
  public static final int NONE = -1;

  private static final int FIRST_CAPACITY = 64;
  private static final int FREE = 0;

  /** Number of places that are probed, starting with the one given by the hash. */
  private static final int PLACES = 32;

  /** Position of the distance in the content of a place, which has fewer values than 32. */
  private static final int DISTANCE = Integer.SIZE - 5;

  private static final int BELOW_DISTANCE = (1 << DISTANCE) - 1;

  /** Returned instead of a place if all that are probed are taken by other ids. */
  private static final int NOWHERE = Integer.MIN_VALUE;

  private final Map<String, Integer> crowded = new ConcurrentHashMap<>(0);

  /**
   * Each place holds {@link #FREE}, or in its low bits the index plus one, above them the next bits
   * of the hash, so that other ids rarely have to be compared, and in its highest bits the distance
   * from the place given by the hash, so that a larger table can be filled without the ids. The
   * largest tables have no bits for the latter two. At most half of the places are taken.
   */
  private volatile AtomicIntegerArray table = new AtomicIntegerArray(2 * FIRST_CAPACITY);

  private final TextColumn ids = new TextColumn();

  /** Creates an index without ids. */
  public IdIndex() {}

  /** The index of an id, or {@link #NONE}. */
  public int of(String id) {
    int last = ids.size() - 1;
    if (last >= 0 && ids.isAt(last, id)) { // A reader records all of an activity before the next.
      return last;
    }
    return Math.max(NONE, find(id, spread(id.hashCode()), table));
  }

  /**
   * Returns the index of an id; if it has none, the complement of its place, or {@link #NOWHERE}.
   */
  private int find(String id, int hash, AtomicIntegerArray places) {
    int mask = places.length() - 1;
    for (int k = 0; k < PLACES; k++) {
      int at = hash + k & mask;
      // The place is read before the ids: any array of ids read afterwards holds the id at that
      // index.
      int taken = places.getAcquire(at);
      if (taken == FREE) {
        return ~at;
      }
      int index = (taken & mask) - 1;
      if (((taken ^ hash) & BELOW_DISTANCE & ~mask) == 0 && ids.isAt(index, id)) {
        return index;
      }
    }
    return crowded.getOrDefault(id, NOWHERE);
  }

  private static int spread(int hashCode) {
    int hash = hashCode * 0x9E3779B9;
    return hash ^ hash >>> 16;
  }

  /** Returns the index of an id, and adds the id if it is new. */
  public int index(String id) {
    int size = ids.size();
    if (size > 0 && ids.isAt(size - 1, id)) {
      return size - 1;
    }
    if (2 * size == table.length()) {
      table = larger();
    }
    AtomicIntegerArray places = table;
    int hash = spread(id.hashCode());
    int found = find(id, hash, places);
    if (found >= 0) {
      return found;
    }
    ids.add(id);
    if (found == NOWHERE) {
      crowded.put(id, size);
    } else {
      places.setRelease(~found, content(size, hash, ~found, places.length() - 1));
    }
    return size;
  }

  private static int content(int index, int hash, int at, int mask) {
    int distance = mask > BELOW_DISTANCE ? 0 : (at - hash) & mask;
    return (distance << DISTANCE) | (hash & BELOW_DISTANCE & ~mask) | (index + 1);
  }

  private AtomicIntegerArray larger() {
    AtomicIntegerArray smaller = table;
    AtomicIntegerArray places = new AtomicIntegerArray(2 * smaller.length());
    int mask = smaller.length() - 1;
    for (int at = 0; at <= mask; at++) {
      int taken = smaller.getPlain(at);
      if (taken != FREE) {
        int index = (taken & mask) - 1;
        int known = ((at - (taken >>> DISTANCE)) & mask) | (taken & BELOW_DISTANCE & ~mask);
        place(index, mask < BELOW_DISTANCE ? known : spread(ids.hash(index)), places);
      }
    }
    crowded.values().forEach(index -> place(index, spread(ids.hash(index)), places));
    return places;
  }

  private void place(int index, int hash, AtomicIntegerArray places) {
    int mask = places.length() - 1;
    for (int k = 0; k < PLACES; k++) {
      int at = hash + k & mask;
      if (places.getPlain(at) == FREE) {
        places.setPlain(at, content(index, hash, at, mask));
        return;
      }
    }
    crowded.put(ids.get(index), index);
  }

  /** Number of ids. */
  public int size() {
    return ids.size();
  }

  /** Returns the id at an index, as a new string. */
  public String id(int index) {
    return ids.get(index);
  }
}
