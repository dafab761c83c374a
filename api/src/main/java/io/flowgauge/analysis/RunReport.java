package io.flowgauge.analysis;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** All analyses of one run, side by side. Immutable and thread-safe. */
public interface RunReport {

  /**
   * The run that was analysed.
   *
   * @return the run
   */
  WorkflowRun run();

  /**
   * The overhead hierarchy ([Nerieri] §III, SPEC §4).
   *
   * @return overheads of every region
   */
  OverheadReport overheads();

  /**
   * The exact attribution of the makespan (SPEC §4.6).
   *
   * @return classes, critical path and slack
   */
  Attribution attribution();

  /**
   * Metrics of the run and its activities ([Truong] §5.4–5.5, SPEC §3).
   *
   * @return the metrics
   */
  RunMetrics metrics();

  /**
   * What was odd about the input or limits the analysis.
   *
   * @return diagnostics, errors first
   */
  List<Diagnostic> diagnostics();
}
