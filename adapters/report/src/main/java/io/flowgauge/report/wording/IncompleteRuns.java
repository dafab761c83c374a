package io.flowgauge.report.wording;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.report.layout.Human;
import java.util.List;
import java.util.stream.Collectors;

/** States which compared runs did not run all activities to completion. Stateless. */
public final class IncompleteRuns {
  private static final int NAMED = 3;

  private IncompleteRuns() {}

  /**
   * Returns a sentence for each group with such runs.
   *
   * @param comparison compared groups
   * @return sentences in the order of the groups
   */
  public static List<String> remarks(Comparison comparison) {
    return comparison.groups().stream()
        .filter(group -> !group.incompleteRuns().isEmpty())
        .map(IncompleteRuns::remark)
        .toList();
  }

  private static String remark(RunGroup group) {
    List<RunValues> runs = group.incompleteRuns();
    return subject(group, runs)
        + " did not run all activities to completion, so "
        + (runs.size() == 1 ? "its times may cover" : "their times may cover")
        + " only a part of the workflow.";
  }

  private static String subject(RunGroup group, List<RunValues> runs) {
    if (group.runs().size() == 1) {
      return group.name();
    }
    String names =
        runs.stream().limit(NAMED).map(IncompleteRuns::name).collect(Collectors.joining(", "));
    return Human.count(runs.size())
        + " of "
        + Human.count(group.runs().size(), "run", "runs")
        + " of "
        + group.name()
        + " ("
        + names
        + (runs.size() > NAMED ? ", …)" : ")");
  }

  private static String name(RunValues run) {
    return run.name().isEmpty() ? "unnamed" : run.name();
  }
}
