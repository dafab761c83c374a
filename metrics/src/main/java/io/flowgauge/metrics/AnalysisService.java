package io.flowgauge.metrics;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.AnalysisProvider;
import java.util.List;

/** Overheads, attribution and metrics. Stateless and thread-safe. */
public final class AnalysisService implements AnalysisProvider {

  /** Creates the provider; called by {@link java.util.ServiceLoader}. */
  public AnalysisService() {}

  @Override
  public RunReport report(WorkflowRun run, List<WorkflowRun> history) {
    ColumnarRun columns = Replay.columns(run);
    if (columns.workflow().activityCount() == 0) {
      throw new IllegalStateException("run " + run.name() + " has no activities to report on");
    }
    List<ColumnarRun> others = history.stream().map(Replay::columns).toList();
    return new Report(others.isEmpty() ? RunTimes.of(columns) : new RunTimes(columns, others));
  }
}
