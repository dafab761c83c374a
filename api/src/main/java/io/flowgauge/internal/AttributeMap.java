package io.flowgauge.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A map sorted by name that takes a tenth of the space of a tree, so that a million activities with
 * a dozen attributes each fit into memory. Short values, mostly numbers that rarely occur twice,
 * are stored in one array of bytes. Long values, which many activities may share, are kept as they
 * are, and so are the names. Immutable and thread-safe.
 */
public final class AttributeMap extends AbstractMap<String, String> {
  /**
   * Longest value that is packed. A longer one is stored apart, because a reference takes less
   * space if its text is shared.
   */
  static final int MAX_PACKED = 40;

  /** Stands for the length of a value that is stored apart. */
  static final byte APART = -1;

  private static final String[] NONE = {};
  private static final int LATIN_1 = 0xff;

  /** The latest arrays of names; maps with the same names share one. */
  private static final AtomicReferenceArray<String[]> KNOWN = new AtomicReferenceArray<>(64);

  private final String[] names;

  /**
   * For each value in order, its length and its characters, or {@link #APART}; other maps may use
   * what is before and after.
   */
  private final byte[] packed;

  private final int begin;

  private final String[] apart;

  private AttributeMap(String[] names, String[] values) {
    this.names = shared(names);
    byte[] lengths = new byte[values.length];
    int bytes = values.length;
    int others = 0;
    for (int k = 0; k < values.length; k++) {
      lengths[k] = length(values[k]);
      bytes += Math.max(0, lengths[k]);
      others += lengths[k] == APART ? 1 : 0;
    }
    packed = new byte[bytes];
    begin = 0;
    apart = others == 0 ? NONE : new String[others];
    pack(values, lengths);
  }

  /** Creates a map of names that are shared, and values that are packed. */
  AttributeMap(String[] names, byte[] packed, int begin, String[] apart) {
    this.names = names;
    this.packed = packed;
    this.begin = begin;
    this.apart = apart.length == 0 ? NONE : apart;
  }

  /** Returns an earlier array of the same names, or else this one. */
  static String[] shared(String[] names) {
    int place = Math.floorMod(Arrays.hashCode(names), KNOWN.length());
    String[] known = KNOWN.get(place);
    if (known != null && Arrays.equals(known, names)) {
      return known;
    }
    KNOWN.set(place, names);
    return names;
  }

  /** Returns the length of a value that can be packed, or else {@link #APART}. */
  static byte length(String value) {
    if (value.length() > MAX_PACKED) {
      return APART;
    }
    for (int k = 0; k < value.length(); k++) {
      if (value.charAt(k) > LATIN_1) {
        return APART;
      }
    }
    return (byte) value.length();
  }

  @SuppressWarnings("deprecation") // It copies the low bytes; these values have no others.
  private void pack(String[] values, byte[] lengths) {
    int at = 0;
    int others = 0;
    for (int k = 0; k < values.length; k++) {
      packed[at++] = lengths[k];
      if (lengths[k] == APART) {
        apart[others++] = values[k];
      } else {
        values[k].getBytes(0, lengths[k], packed, at);
        at += lengths[k];
      }
    }
  }

  /** Returns an immutable copy of a map, sorted by name. */
  public static Map<String, String> copyOf(Map<String, String> all) {
    if (all.isEmpty()) {
      return Map.of();
    }
    return all instanceof AttributeMap ? all : of(all);
  }

  private static AttributeMap of(Map<String, String> all) {
    String[] names = new String[all.size()];
    String[] values = new String[names.length];
    String last = "";
    int k = 0;
    for (Map.Entry<String, String> entry : all.entrySet()) {
      if (last.compareTo(entry.getKey()) > 0) {
        return of(new TreeMap<>(all));
      }
      last = entry.getKey();
      names[k] = last;
      values[k++] = Objects.requireNonNull(entry.getValue(), entry.getKey());
    }
    return new AttributeMap(names, values);
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public @Nullable String get(@Nullable Object name) {
    int index = name instanceof String text ? indexOf(text) : -1;
    return index < 0 ? null : new Values().skipped(index).next();
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return name instanceof String text && indexOf(text) >= 0;
  }

  /**
   * Returns the index of a name, or -1. The linear search does no harm: iterating over the values
   * takes as long.
   */
  private int indexOf(String name) {
    for (int k = 0; k < names.length; k++) {
      if (names[k].equals(name)) {
        return k;
      }
    }
    return -1;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new Entries();
  }

  /** Iterates over the values in order. */
  private final class Values {
    private int at = begin;
    private int others;

    Values skipped(int count) {
      for (int k = 0; k < count; k++) {
        int length = packed[at];
        others += length == APART ? 1 : 0;
        at += 1 + Math.max(0, length);
      }
      return this;
    }

    String next() {
      int length = packed[at++];
      if (length == APART) {
        return apart[others++];
      }
      at += length;
      return new String(packed, at - length, length, ISO_8859_1);
    }
  }

  private final class Entries extends AbstractSet<Map.Entry<String, String>> {
    @Override
    public int size() {
      return names.length;
    }

    @Override
    public Iterator<Map.Entry<String, String>> iterator() {
      return new Iterator<>() {
        private final Values values = new Values();
        private int next;

        @Override
        public boolean hasNext() {
          return next < names.length;
        }

        @Override
        public Map.Entry<String, String> next() {
          if (!hasNext()) {
            throw new NoSuchElementException("there are only " + size() + " attributes");
          }
          return Map.entry(names[next++], values.next());
        }
      };
    }
  }
}
