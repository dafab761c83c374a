package io.flowgauge.html;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.render.Json;
import io.flowgauge.metrics.render.Meaning;
import io.flowgauge.metrics.render.Summary;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The data of one run: everything its report says, in the form the page draws from. */
final class RunJson {
  /** Of more remarks the page could not be read; the JSON report has all. */
  private static final int MOST_REMARKS = 500;

  private static final int MOST_STEPS = 2_000;
  private static final int LONGEST_REMARK = 2_000;

  private final Json json;
  private final RunReport report;
  private final WorkflowRun run;
  private final int mostDrawn;
  private final boolean isCrowd;

  /** Of more activities than are drawn one by one there are sums. */
  RunJson(Json json, RunReport report, int mostDrawn) {
    this.json = json;
    this.report = report;
    this.run = report.run();
    this.mostDrawn = mostDrawn;
    this.isCrowd = run.workflow().activityCount() > mostDrawn;
  }

  void write() throws IOException {
    json.number("mostDrawn", mostDrawn);
    summary();
    times();
    json.object("metrics", () -> new MetricJson(json, report).write());
    TypeIndex types = new TypeIndex(run.workflow());
    json.texts("typeNames", types.names());
    json.object("overheads", () -> new OverheadJson(json, report).write());
    json.object("path", () -> path(report.attribution(), types));
    json.array("types", () -> new TypeJson(json, report, types).write(isCrowd));
    json.object("timeline", () -> new TimelineJson(json, report, types).write(isCrowd));
    json.object("graph", () -> new GraphJson(json, run.workflow(), types).write());
    json.object("tree", () -> new RegionJson(json, report).write());
    SectionJson sections = new SectionJson(json, report, types);
    json.array("sections", sections::forkJoins);
    json.array("groups", sections::groups);
    json.object("delays", () -> new DelayJson(json, report, types).write());
    json.object("forecast", this::forecast);
    json.number("remarkCount", report.diagnostics().size());
    json.array("remarks", this::remarks);
  }

  private void summary() throws IOException {
    Summary summary = Summary.of(report);
    json.text("title", summary.title());
    json.texts("facts", summary.facts());
    json.texts("verdict", summary.verdict());
    json.array(
        "named",
        () -> {
          for (var overhead : summary.named()) {
            json.object(
                () -> {
                  json.text("id", overhead.label());
                  json.text("name", Meaning.name(overhead));
                  json.text("meaning", Meaning.of(overhead));
                });
          }
        });
  }

  private void times() throws IOException {
    Optional<Long> nanos = run.makespan().map(Times::saturatedNanos);
    if (nanos.isPresent()) {
      json.seconds("makespan", nanos.get());
    }
    json.flag("finished", run.isFinished());
    json.text("timeBase", run.timeBase() == TimeBase.RELATIVE ? "relative" : "clock");
    if (run.startNanos().isPresent()) {
      json.seconds("start", run.startNanos().getAsLong());
    }
  }

  private void path(Attribution attribution, TypeIndex types) throws IOException {
    json.flag("estimated", attribution.isEstimated());
    List<PathStep> steps = attribution.criticalPath();
    json.number("count", steps.size());
    int[] activities = steps.stream().mapToInt(s -> run.workflow().indexOf(s.activity())).toArray();
    if (!isCrowd) {
      json.array("activities", () -> elements(activities));
    }
    json.array(
        "types",
        () -> elements(Arrays.stream(activities).filter(a -> a >= 0).map(types::of).toArray()));
    // The longest steps, in the order of the path.
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
    if (isCrowd) {
      json.text("why", "of so many activities it takes long; flowgauge predict makes one");
    } else {
      new ForecastJson(json, run).write();
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
