package io.flowgauge.traces.otlp;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Attributes of a span, in order. Most spans have a dozen, which as an array of names and values
 * take a third of the space of a hash table; a span with many uses such a table. Not thread-safe.
 */
final class FewAttributes extends AbstractMap<String, String> {
  private static final int FEW = 32;

  private String[] pairs = new String[8];
  private int length;

  /** All attributes once there are many; null before. */
  private Map<String, String> many;

  /** Returns the index of a name; -1 if it is absent. */
  private int find(Object name) {
    for (int at = 0; at < length; at += 2) {
      if (pairs[at].equals(name)) {
        return at;
      }
    }
    return -1;
  }

  @Override
  public String get(Object name) {
    if (many != null) {
      return many.get(name);
    }
    int at = find(name);
    return at < 0 ? null : pairs[at + 1];
  }

  @Override
  public boolean containsKey(Object name) {
    return get(name) != null;
  }

  @Override
  public String put(String name, String value) {
    if (many != null) {
      return many.put(name, value);
    }
    int at = find(name);
    if (at >= 0) {
      String before = pairs[at + 1];
      pairs[at + 1] = value;
      return before;
    }
    if (length == 2 * FEW) {
      many = new LinkedHashMap<>(this);
      pairs = new String[0];
      return many.put(name, value);
    }
    if (length == pairs.length) {
      pairs = Arrays.copyOf(pairs, 2 * length);
    }
    pairs[length++] = name;
    pairs[length++] = value;
    return null;
  }

  @Override
  public Set<Entry<String, String>> entrySet() {
    return many != null ? many.entrySet() : new Entries();
  }

  private final class Entries extends AbstractSet<Entry<String, String>> {
    @Override
    public int size() {
      return length / 2;
    }

    @Override
    public Iterator<Entry<String, String>> iterator() {
      return new Iterator<>() {
        private int at;

        @Override
        public boolean hasNext() {
          return at < length;
        }

        @Override
        public Entry<String, String> next() {
          if (!hasNext()) {
            throw new NoSuchElementException("there are only " + size());
          }
          at += 2;
          return Map.entry(pairs[at - 2], pairs[at - 1]);
        }
      };
    }
  }
}
