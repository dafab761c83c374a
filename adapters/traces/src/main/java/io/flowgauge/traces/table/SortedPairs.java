package io.flowgauge.traces.table;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A map whose entries are added in the order of their names, to be copied: millions of rows become
 * such a map, and building a tree or hash table takes longer than reading its contents. A lookup
 * scans all entries. Not thread-safe.
 */
public final class SortedPairs extends AbstractMap<String, String> {
  private final String[] names;
  private final String[] values;
  private int size;

  /** Creates an empty map with the given capacity. */
  public SortedPairs(int capacity) {
    names = new String[capacity];
    values = new String[capacity];
  }

  /** Adds a value, whose name must be greater than all others. */
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

  /** Returns the pairs of a map that is sorted by name. */
  public static SortedPairs of(Map<String, String> sorted) {
    if (sorted instanceof SortedPairs pairs) {
      return pairs;
    }
    SortedPairs pairs = new SortedPairs(sorted.size());
    sorted.forEach(pairs::add);
    return pairs;
  }

  /** Returns the union of both maps; for a common name, the value in this map counts. */
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
