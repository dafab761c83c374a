package io.flowgauge.report.wording;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.util.Comparator;
import java.util.List;

/** The fork-joins of a run that are shown to people. Stateless. */
public final class ForkJoins {
  private ForkJoins() {}

  /** Those known to be fork-joins, the largest first. */
  public static List<ForkJoinSlowdown> of(RunReport report) {
    Workflow workflow = report.run().workflow();
    return report.metrics().slowdowns().stream()
        .filter(fork -> !isGuess(fork.section(), workflow))
        .sorted(Comparator.comparingInt(ForkJoinSlowdown::members).reversed())
        .toList();
  }

  /** Without dependencies, all activities are one section, whatever they waited for. */
  private static boolean isGuess(Region section, Workflow workflow) {
    return Meaning.isReadinessUnknown(workflow)
        && section.activityCount() == workflow.activityCount();
  }
}
