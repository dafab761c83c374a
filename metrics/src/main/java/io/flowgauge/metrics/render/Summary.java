package io.flowgauge.metrics.render;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import java.util.List;

/**
 * What every report says first, in words. Immutable and thread-safe.
 *
 * @param title name of the run, in one line
 * @param facts size of the workflow, attempts and processors, times: a line each
 * @param verdict where the makespan went, and what limits that statement; a sentence each
 * @param named classes of overhead that the verdict names without explaining them, the largest
 *     first
 */
public record Summary(
    String title, List<String> facts, List<String> verdict, List<OverheadClass> named) {
  /**
   * Copies the lists.
   *
   * @param title name of the run
   * @param facts size, attempts and processors, times
   * @param verdict where the makespan went
   * @param named classes that the verdict names
   */
  public Summary {
    facts = List.copyOf(facts);
    verdict = List.copyOf(verdict);
    named = List.copyOf(named);
  }

  /**
   * Sums a report up.
   *
   * @param report the report
   * @return the summary
   */
  public static Summary of(RunReport report) {
    Heading heading = new Heading(report);
    Verdict verdict = new Verdict(report);
    return new Summary(
        heading.title(), heading.facts(), verdict.sentences(), verdict.namedClasses());
  }
}
