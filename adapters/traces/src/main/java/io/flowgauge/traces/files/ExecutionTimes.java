package io.flowgauge.traces.files;

import io.flowgauge.run.ActivityExecution;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Finds activities by their start and end. Not thread-safe. */
final class ExecutionTimes {
  /**
   * Limit on the activities examined: if more end at about the same time, comparing each with each
   * would take minutes.
   */
  private static final int MAX_LOOKED_AT = 1_000;

  private record Timed(ActivityExecution execution, OptionalLong begin) {}

  private final NavigableMap<Long, List<Timed>> byEnd = new TreeMap<>();
  private final long tolerance;

  ExecutionTimes(long tolerance) {
    this.tolerance = tolerance;
  }

  /** Adds an activity; one without an end cannot be found. */
  void add(ActivityExecution execution, OptionalLong begin, OptionalLong end) {
    if (end.isPresent()) {
      byEnd
          .computeIfAbsent(end.getAsLong(), any -> new ArrayList<>(1))
          .add(new Timed(execution, begin));
    }
  }

  /**
   * Returns the only activity with this start and end, within the tolerance; empty if there are
   * several, or if either time is unknown.
   */
  Optional<ActivityExecution> only(OptionalLong begin, OptionalLong end) {
    if (begin.isEmpty() || end.isEmpty()) {
      return Optional.empty();
    }
    ActivityExecution only = null;
    int seen = 0;
    for (List<Timed> some :
        byEnd
            .subMap(end.getAsLong() - tolerance, true, end.getAsLong() + tolerance, true)
            .values()) {
      for (Timed timed : some) {
        if (++seen > MAX_LOOKED_AT) {
          return Optional.empty();
        }
        if (timed.begin().isPresent()
            && Math.abs(timed.begin().getAsLong() - begin.getAsLong()) <= tolerance) {
          if (only != null) {
            return Optional.empty();
          }
          only = timed.execution();
        }
      }
    }
    return Optional.ofNullable(only);
  }
}
