package io.flowgauge.traces.table;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Values by names that are given in their order, for someone to copy: millions of rows become such
 * a map, and a tree or hash table takes longer to make than what it holds. Looking up a name goes
 * through all of them. Not thread-safe.
 */
public final class SortedPairs extends AbstractMap<String, String> {
  private final String[] names;
  private final String[] values;
  private int size;

  /** No pairs yet, with room for the given number. */
  public SortedPairs(int capacity) {
    names = new String[capacity];
    values = new String[capacity];
  }

  /** Adds a value, whose name comes after all others. */
  public void add(String name, String value) {
    if (size > 0 && names[size - 1].compareTo(name) >= 0) {
      throw new IllegalArgumentException(
          "'" + name + "' comes after '" + names[size - 1] + "', expected names in order");
    }
    names[size] = name;
    values[size++] = value;
  }

  @Override
  public void clear() {
    size = 0;
  }

  /** The pairs of a map that is sorted by name. */
  public static SortedPairs of(Map<String, String> sorted) {
    if (sorted instanceof SortedPairs pairs) {
      return pairs;
    }
    SortedPairs pairs = new SortedPairs(sorted.size());
    sorted.forEach(pairs::add);
    return pairs;
  }

  /** What these and others hold; of one name the value of these. */
  public SortedPairs and(SortedPairs others) {
    SortedPairs all = new SortedPairs(size + others.size);
    int next = 0;
    for (int k = 0; k < size; k++) {
      int order = -1;
      while (next < others.size && (order = others.names[next].compareTo(names[k])) < 0) {
        all.put(others, next++);
      }
      next += order == 0 ? 1 : 0;
      all.put(this, k);
    }
    while (next < others.size) {
      all.put(others, next++);
    }
    return all;
  }

  private void put(SortedPairs from, int index) {
    names[size] = from.names[index];
    values[size++] = from.values[index];
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<Map.Entry<String, String>> iterator() {
        return new Entries();
      }
    };
  }

  @Override
  public Set<String> keySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<String> iterator() {
        return Arrays.asList(names).subList(0, size).iterator();
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<String, String>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public Map.Entry<String, String> next() {
      if (!hasNext()) {
        throw new NoSuchElementException("there are only " + size);
      }
      Map.Entry<String, String> entry = Map.entry(names[next], values[next]);
      next++;
      return entry;
    }
  }
}
