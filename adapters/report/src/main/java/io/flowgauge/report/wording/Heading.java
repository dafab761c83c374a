package io.flowgauge.report.wording;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The heading of a report: name, size and times of the run. Immutable and thread-safe. */
public final class Heading {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Length of {@code 2026-11-20} and the blank after it. */
  private static final int DATE_LENGTH = 11;

  private final RunReport report;
  private final WorkflowRun run;

  /** Creates the heading of a report. */
  public Heading(RunReport report) {
    this.report = report;
    this.run = report.run();
  }

  /** Writes the name and the facts. */
  public void write(Page page) throws IOException {
    String title = title();
    page.line(title);
    page.line("═".repeat(title.codePointCount(0, title.length())));
    for (String fact : facts()) {
      page.paragraph("", fact);
    }
  }

  /** Returns the name of the run in one line. */
  String title() {
    String name = run.name().isEmpty() ? run.workflow().name() : run.name();
    return Human.shortened(name.isEmpty() ? "unnamed run" : name, Page.WIDTH);
  }

  /** Returns one line each for size, attempts and processors, and times. */
  List<String> facts() {
    return List.of(workflow(), attempts(), times());
  }

  private String workflow() {
    Workflow workflow = run.workflow();
    List<String> without = new ArrayList<>();
    int skipped = report.metrics().skippedActivities();
    if (skipped > 0) {
      without.add(Human.count(skipped) + " skipped");
    }
    long uncompleted = (long) report.metrics().uncompletedActivities().orElse(0);
    long unrun = uncompleted == 0 ? 0 : run.executions().stream().filter(Heading::isNotRun).count();
    if (unrun > 0) {
      without.add(Human.count(unrun) + " not run");
    }
    if (uncompleted > unrun) {
      without.add(Human.count(uncompleted - unrun) + " not completed");
    }
    return Human.count(workflow.activityCount(), "activity", "activities")
        + (without.isEmpty() ? ", " : " (" + String.join(", ", without) + "), ")
        + Human.count(workflow.dependencyCount(), "dependency", "dependencies")
        + ", "
        + Human.count(workflow.levelCount(), "level", "levels")
        + ", up to "
        + Human.count(workflow.width())
        + " in parallel";
  }

  /**
   * Whether an activity did not run, because it was cached, or was still to come when the run
   * ended.
   */
  private static boolean isNotRun(ActivityExecution execution) {
    return execution.attempts().isEmpty() && !execution.isSkipped() && !execution.isCompleted();
  }

  private String attempts() {
    RunMetrics metrics = report.metrics();
    List<String> parts = new ArrayList<>();
    parts.add(
        metrics.attempts() == 0
            ? "no attempt events"
            : Human.count(metrics.attempts(), "attempt", "attempts"));
    if (metrics.failedAttempts() > 0) {
      parts.add(Human.count(metrics.failedAttempts()) + " failed");
    }
    if (metrics.abortedAttempts() > 0) {
      parts.add(Human.count(metrics.abortedAttempts()) + " aborted");
    }
    return String.join(", ", parts) + processors() + (run.isFinished() ? "" : "; not finished");
  }

  private String processors() {
    List<Processor> processors = run.processors();
    if (processors.isEmpty()) {
      return "; processors unknown";
    }
    long slots = processors.stream().mapToLong(Processor::slots).sum();
    long sites =
        processors.stream().map(Processor::site).filter(s -> !s.isEmpty()).distinct().count();
    return "; "
        + Human.count(processors.size(), "processor", "processors")
        + " with "
        + Human.count(slots, "slot", "slots")
        + (sites > 0 ? " at " + Human.count(sites, "site", "sites") : "");
  }

  private String times() {
    if (run.startNanos().isEmpty() || run.endNanos().isEmpty()) {
      return "no event times in the input";
    }
    long start = run.startNanos().getAsLong();
    long end = run.endNanos().getAsLong();
    if (run.timeBase() == TimeBase.RELATIVE) {
      return Human.format(
          "from %.1f s to %.1f s after an origin the input does not state",
          Times.seconds(start), Times.seconds(end));
    }
    String zone =
        run.timeBase() == TimeBase.UTC ? " UTC" : ", in a time zone the input does not state";
    String until = text(end);
    boolean isSameDay = until.startsWith(text(start).substring(0, DATE_LENGTH));
    return text(start) + " to " + (isSameDay ? until.substring(DATE_LENGTH) : until) + zone;
  }

  private static String text(long epochNanos) {
    Instant time = Times.instant(epochNanos);
    return TIME.format(time);
  }

  /** Writes makespan and ideal time, with their sources. */
  public void writeTimes(Page page) throws IOException {
    page.line("");
    if (run.makespan().isPresent()) {
      double seconds = Times.seconds(Times.saturatedNanos(run.makespan().get()));
      page.line("Makespan    " + inFull(seconds));
    }
    Measured ideal = report.overheads().total().ideal();
    if (ideal.isMeasured()) {
      page.paragraph("Ideal time  ", inFull(ideal.value()) + sources());
    }
  }

  private static String inFull(double seconds) {
    String text = Human.duration(seconds);
    String exact = Human.format("%.3f s", seconds);
    return seconds < 60 ? text : text + " (" + exact + ")";
  }

  private String sources() {
    String sources =
        report.overheads().idealSources().entrySet().stream()
            .map(s -> s.getKey().label() + " (" + Human.count(s.getValue()) + ")")
            .collect(Collectors.joining(", "));
    return sources.isEmpty() ? "" : "; ideal times of activities from: " + sources;
  }
}
