package io.flowgauge.metrics;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.attribution.RunAttribution;
import io.flowgauge.metrics.overhead.RunOverheads;
import io.flowgauge.metrics.run.RunMeasures;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All analyses of a run, each made on first request: watching a run often needs only one of them,
 * and overheads need the regions of the run, which take the longest to find.
 */
final class Report implements RunReport {
  private final WorkflowRun run;
  private final RunMetrics metrics;

  /** Not thread-safe, so only one analysis at a time is made from it. */
  private final RunTimes times;

  private OverheadReport overheads;
  private Attribution attribution;
  private List<Diagnostic> diagnostics;

  Report(RunTimes times) {
    this.times = times;
    this.run = times.run();
    this.metrics = new RunMeasures(times);
  }

  @Override
  public WorkflowRun run() {
    return run;
  }

  @Override
  public synchronized OverheadReport overheads() {
    if (overheads == null) {
      overheads = new RunOverheads(times);
    }
    return overheads;
  }

  @Override
  public synchronized Attribution attribution() {
    if (attribution == null) {
      attribution = RunAttribution.of(times);
    }
    return attribution;
  }

  @Override
  public RunMetrics metrics() {
    return metrics;
  }

  @Override
  public synchronized List<Diagnostic> diagnostics() {
    if (diagnostics == null) {
      List<Diagnostic> all = new ArrayList<>(run.diagnostics());
      all.addAll(Limits.of(times));
      all.sort(Comparator.comparing(Diagnostic::severity));
      diagnostics = List.copyOf(all);
    }
    return diagnostics;
  }

  @Override
  public String toString() {
    return "RunReport[" + run.name() + ", " + attribution() + "]";
  }
}
