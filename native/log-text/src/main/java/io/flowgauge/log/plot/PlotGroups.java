package io.flowgauge.log.plot;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Groups lifelines by colour. Immutable. */
final class PlotGroups {
  /** Number of colours that can be distinguished. */
  static final int MAX = 7;

  static final String OTHERS = "others";

  private final List<String> names;
  private final List<String> ofLine;
  private final boolean hasOthers;

  /**
   * Groups lifelines.
   *
   * @param ofLine name of each lifeline's group
   */
  PlotGroups(List<String> ofLine) {
    this.ofLine = ofLine;
    Map<String, Long> counts =
        ofLine.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    names =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue(Collections.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MAX)
            .map(Map.Entry::getKey)
            .toList();
    hasOthers = counts.size() > MAX;
  }

  /**
   * Returns the names of the groups, the largest first, without those that share the last colour.
   */
  List<String> names() {
    return names;
  }

  /** Whether there are further groups, which share the last colour. */
  boolean hasOthers() {
    return hasOthers;
  }

  /** Returns the index of a lifeline's group, or the number of named groups for all others. */
  int of(int line) {
    int index = names.indexOf(ofLine.get(line));
    return index < 0 ? names.size() : index;
  }

  /** Whether there are several groups. */
  boolean hasSeveral() {
    return names.size() > 1;
  }
}
