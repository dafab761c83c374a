package io.flowgauge.analysis;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** The analyses of one run: overheads, attribution and metrics. Immutable and thread-safe. */
public interface RunReport {

  /**
   * The run that was analysed.
   *
   * @return the run
   */
  WorkflowRun run();

  /**
   * The overhead hierarchy ([Nerieri] §III, definitions, "Temporal overheads").
   *
   * @return overheads of every region
   */
  OverheadReport overheads();

  /**
   * The exact attribution of the makespan (definitions, "Attribution").
   *
   * @return classes, critical path and slack
   */
  Attribution attribution();

  /**
   * Metrics of the run and its activities ([Truong] §5.4–5.5, definitions, "Activity and workflow
   * metrics").
   *
   * @return the metrics
   */
  RunMetrics metrics();

  /**
   * Oddities of the input, and limits of the analysis.
   *
   * @return diagnostics, errors first
   */
  List<Diagnostic> diagnostics();
}
