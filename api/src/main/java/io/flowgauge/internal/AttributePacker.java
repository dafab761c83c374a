package io.flowgauge.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes the attributes of many activities, which all have some of the same names, one activity at a
 * time. Values are copied as bytes from the table that they come from into blocks that many maps
 * share: with a text for each value and an array for each map, most of the time of reading a trace
 * would go into making texts and into garbage collection. Not thread-safe.
 *
 * <pre>{@code
 * packer.put(0, "4");
 * packer.putAscii(1, line, 17, 24);
 * Map<String, String> attributes = packer.take();
 * }</pre>
 */
public final class AttributePacker {
  private static final int FIRST_BLOCK = 1 << 9;
  private static final int BLOCK = 1 << 16;

  /** Stands for the length of a value that was not put. */
  private static final byte ABSENT = -2;

  private final String[] names;
  private final byte[] lengths;

  /** The value of each name, at its own place. */
  private final byte[] values;

  /** Values that cannot be packed. */
  private final String[] apart;

  /** The names of the map being made. */
  private final String[] present;

  /** The names of the latest map, which mostly recur in the next. */
  private String[] latest = {};

  private byte[] block = {};

  /** Next free byte of the block. */
  private int free;

  /**
   * Creates a packer of attributes with some names.
   *
   * @param names all different, sorted
   */
  public AttributePacker(List<String> names) {
    this.names = names.toArray(String[]::new);
    lengths = new byte[names.size()];
    Arrays.fill(lengths, ABSENT);
    values = new byte[names.size() * AttributeMap.MAX_PACKED];
    apart = new String[names.size()];
    present = new String[names.size()];
  }

  /** Whether the attribute with the name of an index has a value. */
  public boolean has(int index) {
    return lengths[index] != ABSENT;
  }

  /** Sets an attribute. */
  @SuppressWarnings("deprecation") // It copies the low bytes; these values have no others.
  public void put(int index, String value) {
    lengths[index] = AttributeMap.length(value);
    if (lengths[index] == AttributeMap.APART) {
      apart[index] = value;
    } else {
      value.getBytes(0, lengths[index], values, index * AttributeMap.MAX_PACKED);
    }
  }

  /**
   * Sets an attribute to some bytes, if they are a short text in ASCII.
   *
   * @return false if nothing was set, and {@link #put} must be used instead
   */
  public boolean putAscii(int index, byte[] bytes, int from, int to) {
    int length = to - from;
    if (length > AttributeMap.MAX_PACKED) {
      return false;
    }
    int all = 0;
    for (int k = from; k < to; k++) {
      all |= bytes[k];
    }
    if (all < 0) {
      return false;
    }
    System.arraycopy(bytes, from, values, index * AttributeMap.MAX_PACKED, length);
    lengths[index] = (byte) length;
    return true;
  }

  /** Returns the attributes that were set since the last call. */
  public Map<String, String> take() {
    makeRoom();
    int begin = free;
    int count = 0;
    List<String> others = List.of();
    for (int k = 0; k < names.length; k++) {
      if (lengths[k] == ABSENT) {
        continue;
      }
      present[count++] = names[k];
      block[free++] = lengths[k];
      if (lengths[k] == AttributeMap.APART) {
        others = others.isEmpty() ? new ArrayList<>(2) : others;
        others.add(apart[k]);
      } else {
        System.arraycopy(values, k * AttributeMap.MAX_PACKED, block, free, lengths[k]);
        free += lengths[k];
      }
      lengths[k] = ABSENT;
    }
    return count == 0
        ? Map.of()
        : new AttributeMap(latest(count), block, begin, others.toArray(String[]::new));
  }

  private void makeRoom() {
    int most = names.length * (1 + AttributeMap.MAX_PACKED);
    if (block.length - free < most) {
      block = new byte[Math.max(most, Math.min(BLOCK, FIRST_BLOCK + 2 * block.length))];
      free = 0;
    }
  }

  private String[] latest(int count) {
    if (!Arrays.equals(latest, 0, latest.length, present, 0, count)) {
      latest = AttributeMap.shared(Arrays.copyOf(present, count));
    }
    return latest;
  }
}
