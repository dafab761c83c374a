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
    void perform(String activity);
  }

  private final Map<Long, String> names = new HashMap<>();
  private final Set<Long> foreign = new HashSet<>();
  private final Map<Long, List<Step>> waiting = new HashMap<>();

  /**
   * Names a lifeline, and returns its name: the given one, unless the lifeline already has another.
   */
  String name(long lifeline, String activity) {
    String known = names.putIfAbsent(lifeline, activity);
    return known == null ? activity : known;
  }

  /** Performs the steps that waited for a name. */
  void release(long lifeline) {
    List<Step> steps = waiting.remove(lifeline);
    if (steps != null) {
      String activity = names.get(lifeline);
      steps.forEach(step -> step.perform(activity));
    }
  }

  /** Records that a lifeline belongs to an activity of another run. */
  void markForeign(long lifeline) {
    if (!names.containsKey(lifeline)) {
      foreign.add(lifeline);
      waiting.remove(lifeline);
    }
  }

  /** Performs a step at once, or when the name becomes known. */
  void whenNamed(long lifeline, Step step) {
    String activity = names.get(lifeline);
    if (activity != null) {
      step.perform(activity);
    } else if (!foreign.contains(lifeline)) {
      waiting.computeIfAbsent(lifeline, id -> new ArrayList<>()).add(step);
    }
  }

  /** Returns the activity of a lifeline; null if it is unnamed. */
  String of(long lifeline) {
    return names.get(lifeline);
  }

  /** Returns the number of lifelines that are still unnamed. */
  int unnamedCount() {
    return waiting.size();
  }

  /** Returns the number of steps that wait for these lifelines. */
  long waitingStepCount() {
    return waiting.values().stream().mapToLong(List::size).sum();
  }
}
