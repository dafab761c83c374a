package io.flowgauge.report.wording;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.util.Comparator;
import java.util.List;

/** Selects the fork-joins of a run to be shown. Stateless. */
public final class ForkJoins {
  private ForkJoins() {}

  /** Returns the certain fork-joins, the largest first. */
  public static List<ForkJoinSlowdown> of(RunReport report) {
    Workflow workflow = report.run().workflow();
    return report.metrics().slowdowns().stream()
        .filter(fork -> !isGuess(fork.section(), workflow))
        .sorted(Comparator.comparingInt(ForkJoinSlowdown::members).reversed())
        .toList();
  }

  /**
   * Whether a section is only a guess: without dependencies, all activities form one section,
   * whatever they waited for.
   */
  private static boolean isGuess(Region section, Workflow workflow) {
    return Meaning.isReadinessUnknown(workflow)
        && section.activityCount() == workflow.activityCount();
  }
}
