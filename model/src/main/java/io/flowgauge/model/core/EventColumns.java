package io.flowgauge.model.core;

import java.util.Arrays;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Events of some activities, grouped by activity, within an activity in order of attempt, time and
 * lifecycle rank, without exact duplicates. Immutable.
 */
final class EventColumns {
  /** The activity of each row, in ascending order; null if row k is that of activity k. */
  private final int[] activities;

  /** Index of the first event of each row; one element longer than the number of rows. */
  private final int[] offsets;

  final long[] times;
  final int[] attempts;
  final byte[] types;

  /** How many exact duplicates were dropped, by activity. */
  final SortedMap<Integer, Integer> duplicates;

  /** Events after the time up to which events count. */
  final EventSequence.Prefix withheld;

  private EventColumns(Sorter from) {
    activities = from.activities;
    offsets = from.offsets;
    times = from.times;
    attempts = from.attempts;
    types = from.types;
    duplicates = from.duplicates;
    withheld = from.withheld.prefix();
  }

  private EventColumns(EventColumns from, int[] activities) {
    this.activities = activities;
    offsets = new int[activities.length + 1];
    for (int row = 0; row < activities.length; row++) {
      offsets[row + 1] = offsets[row] + from.end(activities[row]) - from.begin(activities[row]);
    }
    times = new long[offsets[activities.length]];
    attempts = new int[times.length];
    types = new byte[times.length];
    for (int row = 0; row < activities.length; row++) {
      int begin = from.begin(activities[row]);
      int length = offsets[row + 1] - offsets[row];
      System.arraycopy(from.times, begin, times, offsets[row], length);
      System.arraycopy(from.attempts, begin, attempts, offsets[row], length);
      System.arraycopy(from.types, begin, types, offsets[row], length);
    }
    duplicates = from.duplicates;
    withheld = from.withheld;
  }

  /** Returns columns with only the events of some of the activities. */
  EventColumns only(BitSet kept) {
    return new EventColumns(this, kept.stream().toArray());
  }

  /** Sorts the recorded events of all activities up to a time, and releases them. */
  static EventColumns of(EventSequence.Prefix recorded, int activityCount, long until) {
    return new EventColumns(new Sorter(null, activityCount).sorted(recorded, until));
  }

  /**
   * Sorts the events of some activities up to a time, and releases them.
   *
   * @param recorded the events, by position in {@code activities}
   * @param activities in ascending order
   */
  static EventColumns of(EventSequence.Prefix recorded, int[] activities, long until) {
    return new EventColumns(new Sorter(activities, activities.length).sorted(recorded, until));
  }

  /** Number of activities that these columns have a row for, even if it is empty. */
  int rowCount() {
    return offsets.length - 1;
  }

  /** The activity of a row. */
  int activity(int row) {
    return activities == null ? row : activities[row];
  }

  /** Index of the first event of an activity; 0 if it has no row. */
  int begin(int activity) {
    int row = row(activity);
    return row < 0 ? 0 : offsets[row];
  }

  /** Index after the last event of an activity; 0 if it has no row. */
  int end(int activity) {
    int row = row(activity);
    return row < 0 ? 0 : offsets[row + 1];
  }

  private int row(int activity) {
    return activities == null ? activity : Arrays.binarySearch(activities, activity);
  }

  /** Time of the earliest event other than SKIPPED: nanoseconds, or absent. */
  long earliest() {
    return earliest(0, times.length);
  }

  /** Time of an activity's earliest event other than SKIPPED: nanoseconds, or absent. */
  long earliest(int activity) {
    return earliest(begin(activity), end(activity));
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
    int low = begin(activity);
    int high = end(activity);
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

  /** Counting sort by row, then insertion sort of the few events of each activity. */
  private static final class Sorter {
    private static final int INSERTION = 48;

    final int[] activities;
    final int[] offsets;
    long[] times;
    int[] attempts;
    byte[] types;
    final SortedMap<Integer, Integer> duplicates = new TreeMap<>();
    final EventSequence withheld = new EventSequence();

    Sorter(int[] activities, int rowCount) {
      this.activities = activities;
      offsets = new int[rowCount + 1];
    }

    Sorter sorted(EventSequence.Prefix recorded, long until) {
      group(recorded, until);
      recorded.release();
      sort();
      return this;
    }

    private int activity(int row) {
      return activities == null ? row : activities[row];
    }

    private void group(EventSequence.Prefix recorded, long until) {
      int rowCount = offsets.length - 1;
      recorded.forEach(
          (row, type, time, attempt) -> {
            // Activities may have been added after the activities, but before the events, were
            // counted.
            if (row < rowCount) {
              if (time <= until) {
                offsets[row + 1]++;
              } else {
                withheld.add(activity(row), type, time, attempt);
              }
            }
          });
      for (int row = 0; row < rowCount; row++) {
        offsets[row + 1] += offsets[row];
      }
      int total = offsets[rowCount];
      times = new long[total];
      attempts = new int[total];
      types = new byte[total];
      int[] next = Arrays.copyOf(offsets, rowCount);
      recorded.forEach(
          (row, type, time, attempt) -> {
            if (row < rowCount && time <= until) {
              int at = next[row]++;
              times[at] = time;
              attempts[at] = attempt;
              types[at] = type;
            }
          });
    }

    private void sort() {
      int kept = 0;
      int rowCount = offsets.length - 1;
      int from = 0;
      for (int row = 0; row < rowCount; row++) {
        int to = offsets[row + 1];
        if (to - from <= INSERTION) {
          insertionSort(from, to);
        } else {
          sortMany(from, to);
        }
        int start = kept;
        kept = keepDistinct(from, to, kept, row);
        offsets[row] = start;
        from = to;
      }
      offsets[rowCount] = kept;
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

    private int keepDistinct(int from, int to, int kept, int row) {
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
        duplicates.put(activity(row), dropped);
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
