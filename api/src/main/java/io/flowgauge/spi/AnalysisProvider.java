package io.flowgauge.spi;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.WorkflowRun;
import java.util.List;

/** Analyses runs. Implementations are stateless and thread-safe. */
public interface AnalysisProvider {

  /**
   * Analyses a run.
   *
   * @param run the run
   * @param history other runs with the same activity ids, for ideal times; may be empty
   * @return all analyses
   */
  RunReport report(WorkflowRun run, List<WorkflowRun> history);
}
