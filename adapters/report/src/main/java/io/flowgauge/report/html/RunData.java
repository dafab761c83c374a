package io.flowgauge.report.html;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.report.wording.Summary;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The data of one run: the contents of its report, in the form from which the page is drawn. */
final class RunData {
  /** Maximum number of remarks, which keeps the page readable; the JSON report has all. */
  private static final int MOST_REMARKS = 500;

  private static final int MOST_STEPS = 2_000;
  private static final int LONGEST_REMARK = 2_000;

  private final JsonWriter json;
  private final RunReport report;
  private final WorkflowRun run;
  private final Extent extent;
  private final boolean isCrowd;

  /** Creates the data; a run with too many activities to draw one by one is shown as sums. */
  RunData(JsonWriter json, RunReport report, Extent extent) {
    this.json = json;
    this.report = report;
    this.run = report.run();
    this.extent = extent;
    this.isCrowd = run.workflow().activityCount() > extent.mostDrawn();
  }

  void write() throws IOException {
    json.number("mostDrawn", extent.mostDrawn());
    summary();
    times();
    json.object("metrics", () -> new MetricData(json, report).write());
    TypeIndex types = new TypeIndex(run.workflow());
    json.texts("typeNames", types.names());
    json.object("overheads", () -> new OverheadData(json, report).write());
    json.object("path", () -> path(report.attribution(), types));
    json.array("types", () -> new TypeData(json, report, types).write(isCrowd));
    json.array("resources", new ResourceData(json, report, types)::write);
    json.object("timeline", () -> new TimelineData(json, report, types).write(isCrowd));
    json.object("hosts", new HostData(json, run)::write);
    json.object("graph", () -> new GraphData(json, run.workflow(), types).write());
    json.object("tree", () -> new RegionData(json, report).write());
    SectionData sections = new SectionData(json, report, types);
    json.array("sections", sections::forkJoins);
    json.array("groups", sections::groups);
    json.object("code", new CodeData(json, report, types)::write);
    json.object("delays", () -> new DelayData(json, report, types).write());
    json.object("forecast", this::forecast);
    json.number("remarkCount", report.diagnostics().size());
    json.array("remarks", this::remarks);
  }

  private void summary() throws IOException {
    Summary summary = Summary.of(report);
    json.text("title", summary.title());
    json.texts("facts", summary.facts());
    json.texts("verdict", summary.verdict());
  }

  private void times() throws IOException {
    Optional<Long> nanos = run.makespan().map(Times::saturatedNanos);
    if (nanos.isPresent()) {
      json.seconds("makespan", nanos.get());
    }
    json.flag("finished", run.isFinished());
    if (run.startNanos().isPresent()) {
      json.seconds("start", run.startNanos().getAsLong());
    }
  }

  private void path(Attribution attribution, TypeIndex types) throws IOException {
    json.flag("estimated", attribution.isEstimated());
    json.text("meaning", Meaning.ofPath(attribution, run.workflow()));
    List<PathStep> steps = attribution.criticalPath();
    json.number("count", steps.size());
    int[] activities = steps.stream().mapToInt(s -> run.workflow().indexOf(s.activity())).toArray();
    if (!isCrowd) {
      json.array("activities", () -> elements(activities));
    }
    json.array(
        "types",
        () -> elements(Arrays.stream(activities).filter(a -> a >= 0).map(types::of).toArray()));
    // The longest steps, in path order.
    List<PathStep> longest = new ArrayList<>(steps);
    longest.sort((a, b) -> Long.compare(b.nanos(), a.nanos()));
    long least = steps.size() > MOST_STEPS ? longest.get(MOST_STEPS - 1).nanos() : Long.MIN_VALUE;
    json.array(
        "steps",
        () -> {
          for (int k = 0; k < steps.size(); k++) {
            if (steps.get(k).nanos() >= least) {
              step(k + 1, steps.get(k), types);
            }
          }
        });
  }

  private void elements(int[] numbers) throws IOException {
    for (int number : numbers) {
      json.element(number);
    }
  }

  private void step(int number, PathStep step, TypeIndex types) throws IOException {
    int index = run.workflow().indexOf(step.activity());
    json.object(
        () -> {
          json.number("number", number);
          json.number("activity", index);
          json.name("id", step.activity());
          json.number("type", index < 0 ? -1 : types.of(index));
          json.seconds("time", step.nanos());
          json.seconds("ideal", step.idealNanos());
          json.object(
              "classes",
              () -> {
                for (var part : step.overheadNanos().entrySet()) {
                  json.seconds(part.getKey().label(), part.getValue());
                }
              });
        });
  }

  private void forecast() throws IOException {
    if (!extent.predicts()) {
      json.text("why", "it was left out; use flowgauge predict");
    } else if (isCrowd) {
      json.text("why", "it takes too long for so many activities; use flowgauge predict");
    } else {
      new ForecastData(json, run).write();
    }
  }

  private void remarks() throws IOException {
    List<Diagnostic> all = report.diagnostics();
    for (Diagnostic diagnostic : all.subList(0, Math.min(MOST_REMARKS, all.size()))) {
      json.object(
          () -> {
            json.text("severity", diagnostic.severity().label());
            json.name("where", diagnostic.where());
            String message = diagnostic.message();
            json.text(
                "message",
                message.length() > LONGEST_REMARK
                    ? message.substring(0, LONGEST_REMARK) + "…"
                    : message);
          });
    }
  }
}
