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

  private final Map<String, Integer> crowded = new ConcurrentHashMap<>(0);

  /**
   * Each place holds {@link #FREE}, or the index plus one in its low bits and bits of the hash
   * above them, so that other ids rarely have to be compared. At most half of the places are taken.
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
    AtomicIntegerArray places = table;
    int hash = spread(id.hashCode());
    int mask = places.length() - 1;
    for (int k = 0; k < PLACES; k++) {
      // The place is read before the ids: any array of ids read afterwards holds the id at that
      // index.
      int found = places.getAcquire(hash + k & mask);
      if (found == FREE) {
        return NONE;
      }
      int index = (found & mask) - 1;
      if (((found ^ hash) & ~mask) == 0 && ids.isAt(index, id)) {
        return index;
      }
    }
    return crowded.getOrDefault(id, NONE);
  }

  private static int spread(int hashCode) {
    int hash = hashCode * 0x9E3779B9;
    return hash ^ hash >>> 16;
  }

  /** Adds an id that is not yet in the index, and returns its index. */
  public int add(String id) {
    int index = ids.size();
    if (2 * index == table.length()) {
      table = larger();
    }
    ids.add(id);
    place(index, table);
    return index;
  }

  private AtomicIntegerArray larger() {
    AtomicIntegerArray places = new AtomicIntegerArray(2 * table.length());
    for (int index = 0; index < ids.size(); index++) {
      place(index, places);
    }
    return places;
  }

  private void place(int index, AtomicIntegerArray places) {
    int hash = spread(ids.hash(index));
    int mask = places.length() - 1;
    for (int k = 0; k < PLACES; k++) {
      int at = hash + k & mask;
      if (places.getPlain(at) == FREE) {
        places.setRelease(at, (hash & ~mask) | (index + 1));
        return;
      }
    }
    crowded.put(ids.get(index), index);
  }

  /** Returns the index of an id, and adds the id if it is new. */
  public int index(String id) {
    int known = of(id);
    return known == NONE ? add(id) : known;
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
