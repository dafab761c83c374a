package io.flowgauge.model.core;

import io.flowgauge.run.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Wall-clock times and phases stated for single attempts. Append-only, so that a {@link #prefix}
 * can be read while recording continues; the caller guards appending.
 */
final class AttemptTimes {
  private static final int FIRST_CAPACITY = 16;

  private int[] activities = new int[FIRST_CAPACITY];
  private int[] attempts = new int[FIRST_CAPACITY];

  /** Absent in entries that hold a phase. */
  private long[] wallclocks = new long[FIRST_CAPACITY];

  private Phase[] phases = new Phase[FIRST_CAPACITY];
  private int count;

  void wallclock(int activity, int attempt, long nanos) {
    add(activity, attempt, nanos, null);
  }

  void phase(int activity, int attempt, Phase phase) {
    add(activity, attempt, Columns.ABSENT, phase);
  }

  private void add(int activity, int attempt, long nanos, Phase phase) {
    activities = Columns.room(activities, count);
    attempts = Columns.room(attempts, count);
    wallclocks = Columns.room(wallclocks, count);
    phases = count < phases.length ? phases : Arrays.copyOf(phases, count * 2);
    activities[count] = activity;
    attempts[count] = attempt;
    wallclocks[count] = nanos;
    phases[count++] = phase;
  }

  /** Returns the statements so far, for reading without the caller's guard. */
  AttemptTimes prefix() {
    AttemptTimes prefix = new AttemptTimes();
    prefix.activities = activities;
    prefix.attempts = attempts;
    prefix.wallclocks = wallclocks;
    prefix.phases = phases;
    prefix.count = count;
    return prefix;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Passes on the activity of each statement made after an earlier prefix. */
  void forEachSince(AttemptTimes earlier, IntConsumer activity) {
    for (int k = earlier.count; k < count; k++) {
      activity.accept(activities[k]);
    }
  }

  /** Adds the statements about each activity's last attempt to those about the activity itself. */
  void addTo(
      PagedColumn allWallclocks, Map<Integer, List<Phase>> allPhases, AttemptColumns columns) {
    Map<Integer, List<Phase>> own = new LinkedHashMap<>();
    for (int k = 0; k < count; k++) {
      int activity = activities[k];
      if (isLast(k, columns)) {
        if (phases[k] == null) {
          allWallclocks.set(activity, wallclocks[k]);
        } else {
          own.computeIfAbsent(activity, a -> new ArrayList<>()).add(phases[k]);
        }
      }
    }
    own.forEach(
        (activity, some) -> {
          some.addAll(allPhases.getOrDefault(activity, List.of()));
          allPhases.put(activity, some);
        });
  }

  /**
   * Whether an entry is about the last known attempt of its activity. An activity without events
   * has no known attempts, so every entry about it counts.
   */
  private boolean isLast(int k, AttemptColumns columns) {
    int last = columns.end(activities[k]) - 1;
    return last < columns.first(activities[k]) || columns.numbers[last] == attempts[k];
  }
}
