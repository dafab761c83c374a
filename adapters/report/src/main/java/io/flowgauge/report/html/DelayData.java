package io.flowgauge.report.html;

import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.analysis.Spread;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The activities that waited longest after a predecessor had completed. */
final class DelayData {
  private static final int MOST = 200;

  private final JsonWriter json;
  private final RunMetrics metrics;
  private final Workflow workflow;
  private final TypeIndex types;

  /** An activity with its delays. */
  private record Waiting(int activity, Spread delay) {}

  DelayData(JsonWriter json, RunReport report, TypeIndex types) {
    this.json = json;
    this.metrics = report.metrics();
    this.workflow = report.run().workflow();
    this.types = types;
  }

  void write() throws IOException {
    List<Waiting> all = new ArrayList<>();
    for (int a = 0; a < workflow.activityCount(); a++) {
      Spread delay = metrics.synchronizationDelay(a);
      if (delay.max().isMeasured()) {
        all.add(new Waiting(a, delay));
      }
    }
    all.sort(Comparator.comparingDouble((Waiting w) -> w.delay().max().value()).reversed());
    json.number("count", all.size());
    json.flag("toStarted", toStarted());
    json.array(
        "longest",
        () -> {
          for (Waiting waiting : all.subList(0, Math.min(MOST, all.size()))) {
            json.object(() -> waiting(waiting));
          }
        });
  }

  /** Whether STARTED stands in for SUBMITTED in any delay. */
  private boolean toStarted() {
    try (var delays = metrics.synchronizationDelays()) {
      return delays.anyMatch(delay -> delay.startedStandsIn());
    }
  }

  private void waiting(Waiting waiting) throws IOException {
    json.name("id", workflow.activity(waiting.activity()).id());
    json.number("type", types.of(waiting.activity()));
    json.number("predecessors", workflow.predecessors(waiting.activity()).size());
    json.number("min", waiting.delay().min().value());
    json.number("mean", waiting.delay().mean().value());
    json.number("max", waiting.delay().max().value());
  }
}
