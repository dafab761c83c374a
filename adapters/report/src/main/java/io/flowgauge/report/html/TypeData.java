package io.flowgauge.report.html;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An entry for each activity type, with the processing times of its activities. */
final class TypeData {
  private static final int MOST_TIMES = 500;

  private final JsonWriter json;
  private final RunReport report;
  private final TypeIndex types;

  TypeData(JsonWriter json, RunReport report, TypeIndex types) {
    this.json = json;
    this.report = report;
    this.types = types;
  }

  void write(boolean isCrowd) throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    for (int type = 0; type < types.count(); type++) {
      numbers.put(types.name(type), type);
    }
    Map<Integer, List<Double>> times = isCrowd ? times() : Map.of();
    for (ActivityTypeSummary summary : report.metrics().types()) {
      int number = numbers.get(summary.type());
      json.object(() -> type(summary, number, times));
    }
  }

  /** Returns processing times by type, for runs whose page omits those of each activity. */
  private Map<Integer, List<Double>> times() {
    Map<Integer, List<Double>> times = new HashMap<>();
    for (int a = 0; a < report.run().workflow().activityCount(); a++) {
      Measured time = report.metrics().processingTime(a);
      if (time.isMeasured()) {
        times.computeIfAbsent(types.of(a), type -> new ArrayList<>()).add(time.value());
      }
    }
    times.values().forEach(Collections::sort);
    return times;
  }

  private void type(ActivityTypeSummary summary, int number, Map<Integer, List<Double>> times)
      throws IOException {
    json.number("type", number);
    json.text("kind", summary.kind().name().toLowerCase(Locale.ROOT));
    json.number("count", summary.count());
    json.measured("mean", summary.meanSeconds());
    json.measured("p95", summary.p95Seconds());
    json.measured("total", summary.totalSeconds());
    json.measured("waiting", summary.waitingSeconds());
    json.measured("queue", summary.queueSeconds());
    if (times.containsKey(number)) {
      json.number("known", times.get(number).size());
      json.array("times", () -> times(Ranks.of(times.get(number), MOST_TIMES)));
    }
  }

  private void times(List<Double> shown) throws IOException {
    for (double time : shown) {
      json.element(time);
    }
  }
}
