package io.flowgauge.html;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.render.Json;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A line for each activity type, with the processing times of its activities. */
final class TypeJson {
  private final Json json;
  private final RunReport report;
  private final TypeIndex types;

  TypeJson(Json json, RunReport report, TypeIndex types) {
    this.json = json;
    this.report = report;
    this.types = types;
  }

  void write() throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    for (int type = 0; type < types.count(); type++) {
      numbers.put(types.name(type), type);
    }
    for (ActivityTypeSummary summary : report.metrics().types()) {
      json.object(() -> type(summary, numbers.get(summary.type())));
    }
  }

  private void type(ActivityTypeSummary summary, int number) throws IOException {
    json.number("type", number);
    json.text("kind", summary.kind().name().toLowerCase(Locale.ROOT));
    json.number("count", summary.count());
    json.measured("mean", summary.meanSeconds());
    json.measured("p95", summary.p95Seconds());
    json.measured("total", summary.totalSeconds());
    json.measured("waiting", summary.waitingSeconds());
    json.measured("queue", summary.queueSeconds());
  }
}
