package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the refusals of patterns that match no process, and joins them. Stateless. */
final class NotFound {
  /**
   * Ends the part of a message that is the same on all machines; similar names, for example, follow
   * it.
   */
  private static final String REMEDY = "; it may have ended, or not have started yet";

  private NotFound() {}

  static Refusal of(ProcessPattern pattern) {
    List<String> similar = pattern.similarNames();
    return new Refusal(
        RefusalCode.NO_PROCESS,
        "no process matches "
            + pattern
            + REMEDY
            + (similar.isEmpty() ? "" : "; similar names: " + String.join(", ", similar)));
  }

  /**
   * Returns the first refusal of each pattern that matches at no place, and all other refusals
   * unchanged.
   */
  static List<Refusal> merge(List<List<Refusal>> places) {
    Map<String, List<Refusal>> byPattern = new LinkedHashMap<>();
    List<Refusal> kept = new ArrayList<>();
    for (Refusal refusal : places.stream().flatMap(List::stream).toList()) {
      int end = refusal.message().indexOf(REMEDY);
      if (refusal.code() == RefusalCode.NO_PROCESS && end >= 0) {
        String pattern = refusal.message().substring(0, end);
        byPattern.computeIfAbsent(pattern, p -> new ArrayList<>()).add(refusal);
      } else {
        kept.add(refusal);
      }
    }
    byPattern.values().stream()
        .filter(same -> same.size() == places.size())
        .forEach(same -> kept.add(same.get(0)));
    return kept;
  }
}
