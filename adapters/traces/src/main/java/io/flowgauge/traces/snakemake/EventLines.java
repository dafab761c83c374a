package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonHead;
import io.flowgauge.traces.json.JsonLines;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages that Snakemake passes to a log handler, one JSON object per line: {@code timestamp}
 * is when the message was created, {@code t} when the handler received it. Not thread-safe.
 */
final class EventLines {
  private static final Set<String> LEVELS =
      Set.of(
          "info",
          "debug",
          "run_info",
          "resources_info",
          "job_info",
          "job_error",
          "job_finished",
          "shellcmd",
          "progress",
          "host",
          "error",
          "warning",
          "group_info",
          "group_error",
          "rule_info",
          "d3dag",
          "dag_debug",
          "workflow_started",
          "workflow_finished",
          "job_started");
  private static final Pattern LEVEL = Pattern.compile("\"level\"\\s*:\\s*\"([a-z0-9_]+)\"");
  private static final String SELECTED = "Selected jobs (";

  private final SnakeRun run;

  /** When Snakemake started to select jobs. */
  private OptionalLong selecting = OptionalLong.empty();

  private EventLines(SnakeRun run) {
    this.run = run;
  }

  /** Recognises a file whose first line is a message with its time. */
  static boolean matches(TraceFile file) {
    if (!file.head().startsWith("{")) {
      return false;
    }
    Set<String> keys = JsonHead.keys(file);
    Matcher level = LEVEL.matcher(file.head());
    boolean timed = keys.contains("timestamp") || keys.contains("t");
    return timed && keys.contains("level") && level.find() && LEVELS.contains(level.group(1));
  }

  static void read(TraceFile file, SnakeRun run) throws IOException {
    EventLines lines = new EventLines(run);
    JsonLines.read(
        file, run.remarks(), (where, json) -> lines.take(EventMessage.read(json), where));
  }

  private void take(EventMessage message, String where) throws IOException {
    switch (message.level) {
      case "job_info" -> begin(message, where);
      case "job_finished" -> end(message, EventType.COMPLETED, where);
      case "job_error" -> end(message, EventType.FAILED, where);
      case "shellcmd" -> message.job.ifPresent(job -> run.setCommand(job, message.text));
      case "group_info" -> run.beginGroup();
      case "group_error" ->
          message.jobs.forEach(job -> run.end(job, EventType.FAILED, timeOf(message, where)));
      case "job_started" -> selected(message);
      case "workflow_finished" -> finish(message, where);
      case "workflow_started", "progress" -> {}
      default -> text(message);
    }
  }

  private void begin(EventMessage message, String where) {
    if (message.job.isEmpty() || message.info.rule.isEmpty()) {
      run.remarks().error("jobs without a number or a rule, left out", where);
      return;
    }
    run.begin(message.job.getAsLong(), message.info, timeOf(message, where));
    if (message.grouped) {
      run.joinGroup(message.job.getAsLong());
    }
  }

  private void end(EventMessage message, EventType type, String where) {
    if (message.job.isEmpty()) {
      run.remarks().error("ends of jobs without their number, left out", where);
      return;
    }
    run.end(message.job.getAsLong(), type, timeOf(message, where));
  }

  private OptionalLong timeOf(EventMessage message, String where) {
    if (message.time().isEmpty()) {
      run.remarks().error("messages about jobs without a time", where);
    }
    return message.time();
  }

  private void finish(EventMessage message, String where) {
    run.finish(message.time());
    run.remarks().info("Snakemake ended: " + message.outcome, where);
    if (message.lost > 0) {
      run.remarks().warn(message.lost + " messages could not be recorded during the run", where);
    }
  }

  private void text(EventMessage message) {
    if (message.text.equals(Messages.SELECT)) {
      selecting = message.time();
    } else if (message.text.startsWith(SELECTED)) {
      selected(message);
    }
    Messages.parse(message.text, message.time(), run);
  }

  private void selected(EventMessage message) {
    if (selecting.isPresent() && message.time().isPresent()) {
      run.addService(selecting.getAsLong(), message.time().getAsLong());
      selecting = OptionalLong.empty();
    }
  }
}
