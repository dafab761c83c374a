package io.flowgauge.model.core;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Events grouped by activity, within an activity in order of attempt, time and lifecycle rank,
 * without exact duplicates. Immutable.
 */
final class EventColumns {
  /**
   * Index of the first event of each activity; one element longer than the number of activities.
   */
  final int[] offsets;

  final long[] times;
  final int[] attempts;
  final byte[] types;

  /** How many exact duplicates were dropped, by activity. */
  final SortedMap<Integer, Integer> duplicates;

  /** Activities with events after the time up to which events count. */
  final BitSet withheld;

  private EventColumns(Sorter from) {
    offsets = from.offsets;
    times = from.times;
    attempts = from.attempts;
    types = from.types;
    duplicates = from.duplicates;
    withheld = from.withheld;
  }

  private EventColumns(EventColumns from, IntPredicate kept) {
    int activityCount = from.offsets.length - 1;
    int[] starts = new int[activityCount + 1];
    for (int a = 0; a < activityCount; a++) {
      starts[a + 1] = starts[a] + (kept.test(a) ? from.count(a) : 0);
    }
    offsets = starts;
    times = new long[starts[activityCount]];
    attempts = new int[times.length];
    types = new byte[times.length];
    for (int a = 0; a < activityCount; a++) {
      int length = starts[a + 1] - starts[a];
      if (length > 0) { // In most runs, nothing is kept.
        System.arraycopy(from.times, from.offsets[a], times, starts[a], length);
        System.arraycopy(from.attempts, from.offsets[a], attempts, starts[a], length);
        System.arraycopy(from.types, from.offsets[a], types, starts[a], length);
      }
    }
    duplicates = from.duplicates;
    withheld = from.withheld;
  }

  /** Returns columns with only the events of activities that pass a test. */
  EventColumns only(IntPredicate kept) {
    return new EventColumns(this, kept);
  }

  /** Number of events of an activity. */
  int count(int activity) {
    return offsets[activity + 1] - offsets[activity];
  }

  /** Sorts the recorded events up to a time, and releases them. */
  static EventColumns of(EventSequence.Prefix recorded, int activityCount, long until) {
    Sorter sorter = new Sorter(activityCount);
    sorter.group(recorded, until);
    recorded.release();
    sorter.sort();
    return new EventColumns(sorter);
  }

  /** Time of the earliest event other than SKIPPED: nanoseconds, or absent. */
  long earliest() {
    return earliest(0, times.length);
  }

  /** Time of an activity's earliest event other than SKIPPED: nanoseconds, or absent. */
  long earliest(int activity) {
    return earliest(offsets[activity], offsets[activity + 1]);
  }

  private long earliest(int from, int to) {
    long earliest = Columns.ABSENT;
    for (int e = from; e < to; e++) {
      if (types[e] != AttemptColumns.SKIPPED) {
        earliest = Columns.min(earliest, times[e]);
      }
    }
    return earliest;
  }

  /**
   * Returns the index of an activity's first event whose attempt number is at least {@code number}.
   */
  int firstOf(int activity, long number) {
    int low = offsets[activity];
    int high = offsets[activity + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (attempts[middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Counting sort by activity, then insertion sort of the few events of each activity. */
  private static final class Sorter {
    private static final int INSERTION = 48;

    final int[] offsets;
    long[] times;
    int[] attempts;
    byte[] types;
    final SortedMap<Integer, Integer> duplicates = new TreeMap<>();
    final BitSet withheld = new BitSet();

    Sorter(int activityCount) {
      offsets = new int[activityCount + 1];
    }

    void group(EventSequence.Prefix recorded, long until) {
      int activityCount = offsets.length - 1;
      recorded.forEach(
          (activity, type, time, attempt) -> {
            // Activities may have been added after the activities, but before the events, were
            // counted.
            if (activity < activityCount) {
              if (time <= until) {
                offsets[activity + 1]++;
              } else {
                withheld.set(activity);
              }
            }
          });
      for (int a = 0; a < activityCount; a++) {
        offsets[a + 1] += offsets[a];
      }
      int total = offsets[activityCount];
      times = new long[total];
      attempts = new int[total];
      types = new byte[total];
      int[] next = Arrays.copyOf(offsets, activityCount);
      recorded.forEach(
          (activity, type, time, attempt) -> {
            if (activity < activityCount && time <= until) {
              int at = next[activity]++;
              times[at] = time;
              attempts[at] = attempt;
              types[at] = type;
            }
          });
    }

    void sort() {
      int kept = 0;
      int activityCount = offsets.length - 1;
      int from = 0;
      for (int a = 0; a < activityCount; a++) {
        int to = offsets[a + 1];
        if (to - from <= INSERTION) {
          insertionSort(from, to);
        } else {
          sortMany(from, to);
        }
        int start = kept;
        kept = keepDistinct(from, to, kept, a);
        offsets[a] = start;
        from = to;
      }
      offsets[activityCount] = kept;
      if (kept < times.length) {
        times = Arrays.copyOf(times, kept);
        attempts = Arrays.copyOf(attempts, kept);
        types = Arrays.copyOf(types, kept);
      }
    }

    private void insertionSort(int from, int to) {
      for (int k = from + 1; k < to; k++) {
        long time = times[k];
        int attempt = attempts[k];
        byte type = types[k];
        int at = k;
        while (at > from && isBefore(attempt, time, type, at - 1)) {
          move(at - 1, at);
          at--;
        }
        if (at < k) {
          times[at] = time;
          attempts[at] = attempt;
          types[at] = type;
        }
      }
    }

    private boolean isBefore(int attempt, long time, byte type, int other) {
      if (attempt != attempts[other]) {
        return attempt < attempts[other];
      }
      return time != times[other] ? time < times[other] : type < types[other];
    }

    private void sortMany(int from, int to) {
      Integer[] order = new Integer[to - from];
      Arrays.setAll(order, k -> from + k);
      Arrays.sort(order, this::compare);
      long[] sortedTimes = new long[order.length];
      int[] sortedAttempts = new int[order.length];
      byte[] sortedTypes = new byte[order.length];
      for (int k = 0; k < order.length; k++) {
        sortedTimes[k] = times[order[k]];
        sortedAttempts[k] = attempts[order[k]];
        sortedTypes[k] = types[order[k]];
      }
      System.arraycopy(sortedTimes, 0, times, from, order.length);
      System.arraycopy(sortedAttempts, 0, attempts, from, order.length);
      System.arraycopy(sortedTypes, 0, types, from, order.length);
    }

    private int compare(int a, int b) {
      if (isBefore(attempts[a], times[a], types[a], b)) {
        return -1;
      }
      return isBefore(attempts[b], times[b], types[b], a) ? 1 : 0;
    }

    private int keepDistinct(int from, int to, int kept, int activity) {
      int at = kept;
      int dropped = 0;
      for (int k = from; k < to; k++) {
        if (at > kept
            && times[k] == times[at - 1]
            && types[k] == types[at - 1]
            && attempts[k] == attempts[at - 1]) {
          dropped++;
        } else {
          if (at < k) {
            move(k, at);
          }
          at++;
        }
      }
      if (dropped > 0) {
        duplicates.put(activity, dropped);
      }
      return at;
    }

    private void move(int from, int to) {
      times[to] = times[from];
      attempts[to] = attempts[from];
      types[to] = types[from];
    }
  }
}
