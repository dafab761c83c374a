package io.flowgauge.archive;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A set of event numbers, as ranges that neither overlap nor touch. Fast if numbers are added in
 * sequence. Not thread-safe.
 */
final class EventRanges {
  /** For the first number of each range, the number after its last one. */
  private final NavigableMap<Long, Long> ranges = new TreeMap<>();

  /**
   * The current range, from {@code first} to before {@code next}; its end may not be in the map
   * yet.
   */
  private long first;

  private long next;

  /** First number of the range after the current one. */
  private long ceiling;

  /** The lowest and the highest number added. */
  private long lowest = Long.MAX_VALUE;

  private long highest = Long.MIN_VALUE;

  /** Adds a range that the archive already has; it does not count as a change. */
  void load(long from, long to) {
    ranges.put(from, to);
  }

  boolean contains(long number) {
    if (number >= first && number < ceiling) {
      return number < next;
    }
    addCurrentRange();
    Map.Entry<Long, Long> before = ranges.floorEntry(number);
    if (before == null || before.getValue() <= number) {
      return false;
    }
    select(before.getKey());
    return true;
  }

  /** Adds a number that is not in the set. */
  void add(long number) {
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
    if (number == next && next > first && number + 1 < ceiling) {
      next++;
      return;
    }
    addCurrentRange();
    Map.Entry<Long, Long> before = ranges.floorEntry(number);
    boolean joins = before != null && before.getValue() == number;
    long from = joins ? before.getKey() : number;
    Long after = ranges.remove(number + 1);
    ranges.put(from, after == null ? number + 1 : after);
    select(from);
  }

  private void addCurrentRange() {
    if (next > first) {
      ranges.put(first, next);
    }
  }

  private void select(long from) {
    first = from;
    next = ranges.get(from);
    Long above = ranges.higherKey(from);
    ceiling = above == null ? Long.MAX_VALUE : above;
  }

  boolean isChanged() {
    return lowest <= highest;
  }

  /** Returns the lowest number added. */
  long lowest() {
    return lowest;
  }

  /** Returns the highest number added. */
  long highest() {
    return highest;
  }

  /** Returns the ranges that contain the numbers added, and those between them. */
  NavigableMap<Long, Long> changed() {
    addCurrentRange();
    return ranges.subMap(ranges.floorKey(lowest), true, highest, true);
  }

  @Override
  public String toString() {
    addCurrentRange();
    return ranges.toString();
  }
}
