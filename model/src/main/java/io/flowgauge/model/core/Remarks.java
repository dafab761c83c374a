package io.flowgauge.model.core;

import io.flowgauge.trace.Diagnostic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Remarks on many activities, told as one diagnostic a kind: a run of a million activities with
 * lossy events must not give a million lines. Not thread-safe.
 */
final class Remarks {
  private record Count(String first, int number) {}

  private final Map<String, Count> counts = new LinkedHashMap<>();

  void add(String message, String activity) {
    counts.merge(message, new Count(activity, 1), (a, b) -> new Count(a.first, a.number + 1));
  }

  Remarks copy() {
    Remarks copy = new Remarks();
    copy.counts.putAll(counts);
    return copy;
  }

  List<Diagnostic> diagnostics() {
    List<Diagnostic> all = new ArrayList<>();
    counts.forEach((message, count) -> all.add(Diagnostic.warning(where(count), message)));
    return all;
  }

  private static String where(Count count) {
    return place("activity " + count.first, count.number);
  }

  /** A place and how many others are like it. */
  static String place(String first, int number) {
    return number == 1 ? first : first + " and " + (number - 1) + " more";
  }
}
