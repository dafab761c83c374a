package io.flowgauge.report.wording;

import io.flowgauge.analysis.RunReport;
import java.util.List;

/**
 * The opening of every report, in words. Immutable and thread-safe.
 *
 * @param title name of the run, in one line
 * @param facts size of the workflow, attempts and processors, times: a line each
 * @param verdict where the makespan went, and the limits of that statement; a sentence each
 */
public record Summary(String title, List<String> facts, List<String> verdict) {
  /**
   * Copies the lists.
   *
   * @param verdict where the makespan went
   */
  public Summary {
    facts = List.copyOf(facts);
    verdict = List.copyOf(verdict);
  }

  /** Summarises a report. */
  public static Summary of(RunReport report) {
    Heading heading = new Heading(report);
    MakespanVerdict verdict = new MakespanVerdict(report);
    return new Summary(heading.title(), heading.facts(), verdict.sentences());
  }
}
