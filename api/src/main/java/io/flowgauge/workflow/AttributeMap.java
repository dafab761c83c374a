package io.flowgauge.workflow;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A map sorted by name, in a fifth of the space of a tree, so that a million activities with a
 * dozen attributes each fit into memory. Immutable and thread-safe.
 */
final class AttributeMap extends AbstractMap<String, String> {
  /** Names and values, alternating. */
  private final String[] texts;

  private AttributeMap(String[] texts) {
    this.texts = texts;
  }

  static Map<String, String> copyOf(Map<String, String> all) {
    if (all.isEmpty()) {
      return Map.of();
    }
    if (all instanceof AttributeMap) {
      return all;
    }
    String[] texts = new String[2 * all.size()];
    int k = 0;
    for (Map.Entry<String, String> entry : new TreeMap<>(all).entrySet()) {
      texts[k++] = entry.getKey();
      texts[k++] = Objects.requireNonNull(entry.getValue(), entry.getKey());
    }
    return new AttributeMap(texts);
  }

  @Override
  public int size() {
    return texts.length / 2;
  }

  @Override
  public @Nullable String get(@Nullable Object name) {
    int at = name instanceof String text ? indexOf(text) : -1;
    return at < 0 ? null : texts[2 * at + 1];
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return name instanceof String text && indexOf(text) >= 0;
  }

  private int indexOf(String name) {
    int low = 0;
    int high = size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = texts[2 * middle].compareTo(name);
      if (order == 0) {
        return middle;
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return -1;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new Entries();
  }

  private final class Entries extends AbstractSet<Map.Entry<String, String>> {
    @Override
    public int size() {
      return AttributeMap.this.size();
    }

    @Override
    public Iterator<Map.Entry<String, String>> iterator() {
      return new Iterator<>() {
        private int next;

        @Override
        public boolean hasNext() {
          return next < texts.length;
        }

        @Override
        public Map.Entry<String, String> next() {
          if (!hasNext()) {
            throw new NoSuchElementException("there are only " + size() + " attributes");
          }
          next += 2;
          return Map.entry(texts[next - 2], texts[next - 1]);
        }
      };
    }
  }
}
