package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import io.flowgauge.traces.json.JsonLines;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages that Snakemake gives a log handler, one JSON object a line. {@code timestamp} is
 * when the message was made, {@code t} when the handler got it. Not thread-safe.
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
          "dag_debug");
  private static final Pattern LEVEL = Pattern.compile("\"level\"\\s*:\\s*\"([a-z0-9_]+)\"");
  private static final String SELECTED = "Selected jobs (";

  private final SnakeRun run;

  /** When jobs began to be chosen. */
  private OptionalLong selecting = OptionalLong.empty();

  private EventLines(SnakeRun run) {
    this.run = run;
  }

  /** The first line of the file must be a message with its time. */
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
    JsonLines.read(file, run.remarks(), (where, json) -> lines.take(message(json), where));
  }

  /** One line. */
  private static final class Message {
    final JobInfo info = new JobInfo();
    String level = "";
    String text = "";
    OptionalLong made = OptionalLong.empty();
    OptionalLong received = OptionalLong.empty();
    OptionalLong job = OptionalLong.empty();

    OptionalLong time() {
      return made.isPresent() ? made : received;
    }
  }

  private static Message message(JsonCursor json) throws IOException {
    Message message = new Message();
    json.object(name -> member(json, name, message));
    return message;
  }

  private static void member(JsonCursor json, String name, Message message) throws IOException {
    if (json.isNull()) {
      json.skip();
      return;
    }
    JobInfo info = message.info;
    switch (name) {
      case "level" -> message.level = json.text();
      case "timestamp" -> message.made = OptionalLong.of(json.nanos("seconds since 1970"));
      case "t" -> message.received = OptionalLong.of(json.nanos("seconds since 1970"));
      case "jobid" ->
          message.job = OptionalLong.of(json.whole(0, "the number of a job, 0 or more"));
      case "name" -> info.rule = json.name("the name of a rule");
      case "local" -> info.local = Boolean.TRUE.equals(json.value("true or false"));
      case "threads" -> info.threads = json.number("a number of threads").toPlainString();
      default -> other(json, name, message);
    }
  }

  private static void other(JsonCursor json, String name, Message message) throws IOException {
    JobInfo info = message.info;
    switch (name) {
      case "msg" -> message.text = json.isText() ? json.text() : skipped(json);
      case "benchmark" -> info.benchmark = json.isText() ? json.text() : skipped(json);
      case "input" -> files(json, info.inputs);
      case "output" -> files(json, info.outputs);
      case "wildcards" -> wildcards(json, info);
      default -> json.skip();
    }
  }

  private static String skipped(JsonCursor json) throws IOException {
    json.skip();
    return "";
  }

  static void files(JsonCursor json, List<String> into) throws IOException {
    json.array(index -> into.add(json.text()));
  }

  private static void wildcards(JsonCursor json, JobInfo info) throws IOException {
    if (json.isObject()) {
      json.object(name -> info.wildcards.put(name, json.text()));
    } else {
      json.skip();
    }
  }

  private void take(Message message, String where) throws IOException {
    switch (message.level) {
      case "job_info" -> begin(message, where);
      case "job_finished" -> end(message, EventType.COMPLETED, where);
      case "job_error" -> end(message, EventType.FAILED, where);
      case "shellcmd", "progress" -> {}
      default -> text(message);
    }
  }

  private void begin(Message message, String where) {
    if (message.job.isEmpty() || message.info.rule.isEmpty()) {
      run.remarks().error("jobs without a number or a rule, left out", where);
      return;
    }
    run.begin(message.job.getAsLong(), message.info, timeOf(message, where));
  }

  private void end(Message message, EventType type, String where) {
    if (message.job.isEmpty()) {
      run.remarks().error("ends of jobs without their number, left out", where);
      return;
    }
    run.end(message.job.getAsLong(), type, timeOf(message, where));
  }

  private OptionalLong timeOf(Message message, String where) {
    if (message.time().isEmpty()) {
      run.remarks().error("messages about jobs without a time", where);
    }
    return message.time();
  }

  private void text(Message message) {
    if (message.text.equals(Messages.SELECT)) {
      selecting = message.time();
    } else if (message.text.startsWith(SELECTED)
        && selecting.isPresent()
        && message.time().isPresent()) {
      run.service(selecting.getAsLong(), message.time().getAsLong());
      selecting = OptionalLong.empty();
    }
    Messages.take(message.text, message.time(), run);
  }
}
