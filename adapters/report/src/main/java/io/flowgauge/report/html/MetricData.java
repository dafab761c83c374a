package io.flowgauge.report.html;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.analysis.Spread;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.Map;

/** Counts and metrics of the run as a whole. */
final class MetricData {
  private final JsonWriter json;
  private final RunReport report;
  private final RunMetrics metrics;

  MetricData(JsonWriter json, RunReport report) {
    this.json = json;
    this.report = report;
    this.metrics = report.metrics();
  }

  void write() throws IOException {
    counts(report.run());
    json.measured("successRate", metrics.successRate());
    json.measured("lostWork", report.overheads().lostWork());
    json.measured("externalLoad", report.overheads().measuredExternalLoad());
    json.measured("processingPath", metrics.criticalPathProcessingSeconds());
    json.number("processingPathCount", metrics.criticalPathByProcessing().size());
    json.object("synchronizationDelay", () -> spread(metrics.synchronizationDelay()));
    json.measured("responseTime", metrics.meanResponseTime());
    json.measured("waitingTime", metrics.meanWaitingTime());
    json.measured("queuingTime", metrics.meanQueuingTime());
    json.measured("communication", metrics.communicationToComputation());
    json.array("processors", this::processors);
  }

  private void counts(WorkflowRun run) throws IOException {
    Workflow workflow = run.workflow();
    json.number("activities", workflow.activityCount());
    json.number("dependencies", workflow.dependencyCount());
    json.number("levels", workflow.levelCount());
    json.number("width", workflow.width());
    json.number("attempts", metrics.attempts());
    json.number("completed", metrics.completedAttempts());
    json.number("failed", metrics.failedAttempts());
    json.number("aborted", metrics.abortedAttempts());
  }

  private void spread(Spread spread) throws IOException {
    json.measured("min", spread.min());
    json.measured("mean", spread.mean());
    json.measured("max", spread.max());
  }

  private void processors() throws IOException {
    Map<String, Measured> utilization = metrics.utilization();
    Map<String, Integer> activities = metrics.activitiesPerProcessor();
    for (Processor processor : report.run().processors()) {
      json.object(
          () -> {
            json.name("name", processor.name());
            json.name("site", processor.site());
            json.number("slots", processor.slots());
            json.number("speed", processor.speed());
            json.number("activities", activities.getOrDefault(processor.name(), 0));
            json.measured(
                "utilization",
                utilization.getOrDefault(processor.name(), Measured.absent("unknown")));
          });
    }
  }
}
