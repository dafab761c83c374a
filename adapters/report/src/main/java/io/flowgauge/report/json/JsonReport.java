package io.flowgauge.report.json;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.OverheadReport;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.RegionNames;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Renders a report as one JSON object, ended by a line feed. It is streamed, so it may be of any
 * size. Unmeasured values are absent; zero means measured and zero. Times are in seconds, shares
 * are fractions. Immutable and thread-safe.
 */
public final class JsonReport implements ReportRenderer {
  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
  public JsonReport() {}

  @Override
  public String format() {
    return "json";
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    JsonDocument.write(out, json -> report(json, report));
  }

  /** Renders several reports as an array. */
  @Override
  public void render(List<RunReport> reports, Appendable out) throws IOException {
    if (reports.size() == 1) {
      render(reports.get(0), out);
      return;
    }
    String before = "[\n";
    for (RunReport report : reports) {
      out.append(before);
      render(report, out);
      before = ",\n";
    }
    out.append("]\n");
  }

  /**
   * Renders the report of a run in progress as one object on one line: the fields of {@link
   * #render}, {@code finished}, and {@code remaining} with {@code mean}, {@code q05}, {@code q50}
   * and {@code q95} in seconds, or null and {@code why}.
   *
   * @param report the report so far
   * @param isFinished whether the run is over
   * @param remaining the time to its end, if there is a forecast
   * @param why reason why there is no forecast
   * @param out receives the line
   * @throws IOException if it cannot be written
   */
  public static void renderLine(
      RunReport report,
      boolean isFinished,
      Optional<? extends Forecast> remaining,
      String why,
      Appendable out)
      throws IOException {
    JsonDocument.writeLine(
        out,
        json -> {
          report(json, report);
          json.flag("finished", isFinished);
          if (remaining.isPresent()) {
            json.object("remaining", () -> remaining(json, remaining.get()));
          } else {
            json.nothing("remaining");
            json.text("why", why);
          }
        });
  }

  private static void remaining(JsonWriter json, Forecast forecast) throws IOException {
    json.number("mean", forecast.mean());
    json.number("q05", forecast.quantile(0.05));
    json.number("q50", forecast.quantile(0.5));
    json.number("q95", forecast.quantile(0.95));
  }

  private static void report(JsonWriter json, RunReport report) throws IOException {
    json.text("run", report.run().name());
    var makespan = report.run().makespan();
    if (makespan.isPresent()) {
      json.number("makespanSeconds", seconds(makespan.get()));
    }
    json.object("counts", () -> counts(json, report));
    boolean hasRegions = report.run().workflow().activityCount() > 0;
    json.object("overheads", hasRegions ? () -> overheads(json, report.overheads()) : () -> {});
    json.object("attribution", () -> attribution(json, report.attribution()));
    json.object("metrics", () -> new JsonMetrics(json, report).write());
    json.array("diagnostics", () -> diagnostics(json, report));
  }

  /**
   * Returns the seconds of a makespan, limited to the 292 years that a long holds in nanoseconds.
   */
  private static double seconds(Duration makespan) {
    return Times.seconds(Times.saturatedNanos(makespan));
  }

  private static void counts(JsonWriter json, RunReport report) throws IOException {
    Workflow workflow = report.run().workflow();
    json.number("activities", workflow.activityCount());
    json.number("attempts", report.metrics().attempts());
    json.number("completedAttempts", report.metrics().completedAttempts());
    json.number("failedAttempts", report.metrics().failedAttempts());
    json.number("abortedAttempts", report.metrics().abortedAttempts());
    json.number("skippedActivities", report.metrics().skippedActivities());
    json.number("uncompletedActivities", report.metrics().uncompletedActivities());
    json.number("dependencies", workflow.dependencyCount());
  }

  private static void overheads(JsonWriter json, OverheadReport overheads) throws IOException {
    RegionOverheads total = overheads.total();
    values(json, total);
    json.object("severity", () -> severities(json, total));
    json.object("coverage", () -> coverage(json, total));
    json.object("notMeasured", () -> reasons(json, total));
    json.number("lostWorkSeconds", overheads.lostWork());
    json.number("measuredExternalLoadSeconds", overheads.measuredExternalLoad());
    json.object(
        "idealSources",
        () -> {
          for (var source : overheads.idealSources().entrySet()) {
            json.number(source.getKey().label().replace(' ', '-'), source.getValue());
          }
        });
    json.array("regions", () -> regions(json, overheads));
  }

  private static void values(JsonWriter json, RegionOverheads overheads) throws IOException {
    json.number("timeSeconds", overheads.time());
    json.number("idealSeconds", overheads.ideal());
    json.number("unidentifiedSeconds", overheads.overhead(OverheadClass.UNIDENTIFIED));
    json.object(
        "classes",
        () -> {
          for (var entry : overheads.classes().entrySet()) {
            json.number(entry.getKey().label(), entry.getValue());
          }
        });
  }

  private static void severities(JsonWriter json, RegionOverheads total) throws IOException {
    for (OverheadClass overhead : total.classes().keySet()) {
      json.number(overhead.label(), total.severity(overhead));
    }
  }

  private static void coverage(JsonWriter json, RegionOverheads total) throws IOException {
    for (OverheadClass overhead : total.classes().keySet()) {
      json.coverage(overhead.label(), total.overhead(overhead));
    }
  }

  private static void reasons(JsonWriter json, RegionOverheads total) throws IOException {
    for (OverheadClass overhead : OverheadClass.values()) {
      var reason = total.overhead(overhead).reason();
      if (reason.isPresent() && overhead.isLeaf()) {
        json.text(overhead.label(), reason.get());
      }
    }
  }

  private static void regions(JsonWriter json, OverheadReport overheads) throws IOException {
    RegionNames names = new RegionNames(overheads.total().region());
    for (RegionOverheads region : overheads.regions()) {
      json.object(
          () -> {
            json.text("region", names.name(region.region()));
            json.text("kind", region.region().kind().label());
            values(json, region);
          });
    }
  }

  private static void attribution(JsonWriter json, Attribution attribution) throws IOException {
    json.object(
        "classes",
        () -> {
          json.number("ideal", Times.seconds(attribution.idealNanos()));
          for (var entry : attribution.classes().entrySet()) {
            json.number(entry.getKey().label(), Times.seconds(entry.getValue()));
          }
        });
    json.array(
        "criticalPath",
        () -> {
          for (PathStep step : attribution.criticalPath()) {
            json.element(step.activity());
          }
        });
    if (attribution.isEstimated()) {
      json.flag("estimated", true);
    }
  }

  private static void diagnostics(JsonWriter json, RunReport report) throws IOException {
    for (Diagnostic diagnostic : report.diagnostics()) {
      json.object(
          () -> {
            json.text("severity", diagnostic.severity().label());
            json.text("where", diagnostic.where());
            json.text("message", diagnostic.message());
          });
    }
  }
}
