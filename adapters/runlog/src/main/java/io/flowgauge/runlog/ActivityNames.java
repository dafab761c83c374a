package io.flowgauge.runlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Maps lifelines to activities. Steps about a lifeline without a name wait until it is named:
 * clocks of hosts differ, and a growing log may have the events of one thread before those of
 * another. Not thread-safe.
 */
final class ActivityNames {
  /** Something to be done once the name of an activity is known. */
  interface Step {
    void take(String activity);
  }

  private final Map<Long, String> names = new HashMap<>();
  private final Set<Long> others = new HashSet<>();
  private final Map<Long, List<Step>> waiting = new HashMap<>();

  /** Names a lifeline; returns another activity that has it already, else the same. */
  String name(long lifeline, String activity) {
    String known = names.putIfAbsent(lifeline, activity);
    return known == null ? activity : known;
  }

  /** Does what waited for a name. */
  void release(long lifeline) {
    List<Step> steps = waiting.remove(lifeline);
    if (steps != null) {
      String activity = names.get(lifeline);
      steps.forEach(step -> step.take(activity));
    }
  }

  /** Records that a lifeline belongs to an activity of another run. */
  void other(long lifeline) {
    if (!names.containsKey(lifeline)) {
      others.add(lifeline);
      waiting.remove(lifeline);
    }
  }

  /** Does something at once, or when the name is known. */
  void when(long lifeline, Step step) {
    String activity = names.get(lifeline);
    if (activity != null) {
      step.take(activity);
    } else if (!others.contains(lifeline)) {
      waiting.computeIfAbsent(lifeline, id -> new ArrayList<>()).add(step);
    }
  }

  /** The activity of a lifeline, or null. */
  String of(long lifeline) {
    return names.get(lifeline);
  }

  /** Lifelines that are still unnamed. */
  int unnamed() {
    return waiting.size();
  }

  /** Number of steps that wait for them. */
  long left() {
    return waiting.values().stream().mapToLong(List::size).sum();
  }
}
