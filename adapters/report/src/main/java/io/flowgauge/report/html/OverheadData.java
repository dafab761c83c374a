package io.flowgauge.report.html;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.trace.Times;
import java.io.IOException;

/** The overhead hierarchy of the whole run, with the exact attribution next to it. */
final class OverheadData {
  private final JsonWriter json;
  private final RunReport report;
  private final RegionOverheads total;
  private final Attribution attribution;

  OverheadData(JsonWriter json, RunReport report) {
    this.json = json;
    this.report = report;
    this.total = report.overheads().total();
    this.attribution = report.attribution();
  }

  void write() throws IOException {
    json.measured("time", total.time());
    json.measured("ideal", total.ideal());
    json.seconds("attributedTime", attribution.makespanNanos());
    json.seconds("attributedIdeal", attribution.idealNanos());
    json.array("classes", this::classes);
    json.texts("whyNegative", Meaning.whyNegative(total));
    json.array("idealSources", this::idealSources);
  }

  private void classes() throws IOException {
    for (OverheadClass overhead : OverheadClass.values()) {
      json.object(() -> overheadClass(overhead));
    }
  }

  /** Writes the name of a class and its place in the hierarchy. */
  static void name(JsonWriter json, OverheadClass overhead, String meaning) throws IOException {
    json.text("id", overhead.label());
    json.text("name", overhead == OverheadClass.TOTAL ? "overhead" : Meaning.name(overhead));
    json.text("meaning", meaning);
    if (overhead.parent().isPresent()) {
      json.text("parent", overhead.parent().get().label());
    }
  }

  private void overheadClass(OverheadClass overhead) throws IOException {
    name(json, overhead, Meaning.of(overhead, report.run().workflow()));
    json.measured("time", total.overhead(overhead));
    json.measured("severity", total.severity(overhead));
    json.seconds("attributed", attribution.overheadNanos(overhead));
    if (attribution.makespanNanos() > 0) {
      json.number(
          "attributedShare",
          Times.seconds(attribution.overheadNanos(overhead))
              / Times.seconds(attribution.makespanNanos()));
    }
  }

  private void idealSources() throws IOException {
    for (var source : report.overheads().idealSources().entrySet()) {
      json.object(
          () -> {
            json.text("source", source.getKey().label());
            json.number("count", source.getValue());
          });
    }
  }
}
