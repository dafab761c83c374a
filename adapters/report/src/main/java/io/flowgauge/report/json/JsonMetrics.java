package io.flowgauge.report.json;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.analysis.Spread;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The metrics of a report document. Not thread-safe. */
final class JsonMetrics {
  private final JsonWriter json;
  private final RunReport report;
  private final RunMetrics metrics;

  JsonMetrics(JsonWriter json, RunReport report) {
    this.json = json;
    this.report = report;
    this.metrics = report.metrics();
  }

  void write() throws IOException {
    values();
    Spread delay = metrics.synchronizationDelay();
    json.object("synchronization-delay-seconds", () -> spread(delay));
    synchronizationDelays();
    json.counts("activities-per-processor", metrics.activitiesPerProcessor());
    json.object("utilization", () -> utilization());
    json.array("slowdowns", this::slowdowns);
    json.array("types", this::types);
  }

  private void values() throws IOException {
    Map<String, Measured> values = new LinkedHashMap<>();
    values.put("success-rate", metrics.successRate());
    values.put("critical-path-processing-seconds", metrics.criticalPathProcessingSeconds());
    values.put("mean-response-seconds", metrics.meanResponseTime());
    values.put("mean-waiting-seconds", metrics.meanWaitingTime());
    values.put("mean-queuing-seconds", metrics.meanQueuingTime());
    values.put("total-queuing-seconds", metrics.totalQueuingTime());
    values.put("total-active-seconds", metrics.totalActiveTime());
    values.put("communication-to-computation", metrics.communicationToComputation());
    for (var value : values.entrySet()) {
      json.number(value.getKey(), value.getValue());
    }
    json.object(
        "coverage",
        () -> {
          for (var value : values.entrySet()) {
            json.coverage(value.getKey(), value.getValue());
          }
        });
  }

  private void spread(Spread spread) throws IOException {
    json.number("min", spread.min());
    json.number("mean", spread.mean());
    json.number("max", spread.max());
  }

  private void synchronizationDelays() throws IOException {
    var table = new DelayTable(report.run().workflow(), metrics.synchronizationDelays());
    json.object("synchronization-delay", () -> synchronizationDelays(table));
    if (table.startedStandsIn() > 0) {
      json.number("synchronization-delays-to-started", table.startedStandsIn());
    }
    if (table.open() > 0) {
      json.number("synchronization-delays-open", table.open());
    }
  }

  private void synchronizationDelays(DelayTable table) throws IOException {
    int[] order = table.bySuccessor();
    int begin = 0;
    while (begin < order.length) {
      int first = begin;
      int end = endOfSuccessor(table, order, first);
      json.object(
          table.successorId(order[first]),
          () -> {
            for (int k = first; k < end; k++) {
              json.number(table.predecessorId(order[k]), table.seconds(order[k]));
            }
          });
      begin = end;
    }
  }

  private static int endOfSuccessor(DelayTable table, int[] order, int begin) {
    int end = begin;
    while (end < order.length && table.successor(order[end]) == table.successor(order[begin])) {
      end++;
    }
    return end;
  }

  private void utilization() throws IOException {
    for (var processor : metrics.utilization().entrySet()) {
      json.number(processor.getKey(), processor.getValue());
    }
  }

  private void slowdowns() throws IOException {
    for (ForkJoinSlowdown slowdown : metrics.slowdowns()) {
      json.object(
          () -> {
            json.text("region", slowdown.section().name());
            json.number("members", slowdown.members());
            json.number("slowdown", slowdown.slowdown());
          });
    }
  }

  private void types() throws IOException {
    for (ActivityTypeSummary type : metrics.types()) {
      json.object(() -> type(type));
    }
  }

  private void type(ActivityTypeSummary type) throws IOException {
    json.text("type", type.type());
    json.text("kind", type.kind().name());
    json.number("count", type.count());
    json.number("meanSeconds", type.meanSeconds());
    json.number("p95Seconds", type.p95Seconds());
    json.number("totalSeconds", type.totalSeconds());
    json.number("waitingSeconds", type.waitingSeconds());
    json.number("queueSeconds", type.queueSeconds());
  }
}
