package io.flowgauge.traces.table;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Values indexed by a text derived from each; the first value with a text counts. A hash table of
 * the values alone, because one of Java's maps and its texts take as much space as the rows of a
 * trace. Values that find no free place near their own, as when hashes were made equal on purpose,
 * are kept in such a map. Not thread-safe.
 */
public final class TextIndex<T> {
  private static final int FIRST_CAPACITY = 1 << 6;

  /** Number of places tried, beginning with that of the hash. */
  private static final int TRIED = 32;

  private final Function<T, String> text;
  private final Map<String, T> crowded = new HashMap<>();

  /** At most half of the places are taken. */
  private T[] values = array(FIRST_CAPACITY);

  /** Hashes of the texts of the values. */
  private int[] hashes = new int[FIRST_CAPACITY];

  private int size;

  /**
   * Creates an empty index.
   *
   * @param text returns the text of a value, which must not change
   */
  public TextIndex(Function<T, String> text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked") // The array holds only values of this type, and is never exposed.
  private static <T> T[] array(int length) {
    return (T[]) new Object[length];
  }

  /** Returns the first value with a text; null if there is none. */
  public T get(String of) {
    int place = place(of, hash(of));
    return place < 0 ? crowded.get(of) : values[place];
  }

  /**
   * Adds a value unless there is one with its text.
   *
   * @param of its text
   * @return the existing value, or null
   */
  public T putIfAbsent(String of, T value) {
    int hash = hash(of);
    int place = place(of, hash);
    if (place < 0) {
      return crowded.putIfAbsent(of, value);
    }
    T first = values[place];
    if (first == null) {
      values[place] = value;
      hashes[place] = hash;
      if (2 * ++size > values.length) {
        grow();
      }
    }
    return first;
  }

  private static int hash(String of) {
    int hash = of.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 16;
  }

  /**
   * Returns the place of a text, which holds its value or is free; -1 if there is none near that of
   * its hash.
   */
  private int place(String of, int hash) {
    for (int k = 0; k < TRIED; k++) {
      int at = hash + k & values.length - 1;
      if (values[at] == null || (hashes[at] == hash && text.apply(values[at]).equals(of))) {
        return at;
      }
    }
    return -1;
  }

  private void grow() {
    T[] all = values;
    int[] known = hashes;
    values = array(2 * all.length);
    hashes = new int[values.length];
    Map<String, T> others = new HashMap<>(crowded);
    crowded.clear(); // There may be places for these values now.
    for (int k = 0; k < all.length; k++) {
      if (all[k] != null) {
        move(all[k], known[k]);
      }
    }
    others.forEach((of, value) -> move(value, hash(of)));
  }

  private void move(T value, int hash) {
    for (int k = 0; k < TRIED; k++) {
      int at = hash + k & values.length - 1;
      if (values[at] == null) {
        values[at] = value;
        hashes[at] = hash;
        return;
      }
    }
    crowded.put(text.apply(value), value);
  }
}
