package io.flowgauge.traces.snakemake;

import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A message of Snakemake to a log handler. Not thread-safe. */
final class EventMessage {
  private static final String SECONDS = "seconds since 1970";
  private static final String JOB = "the number of a job, 0 or more";

  final JobInfo info = new JobInfo();
  final List<Long> jobs = new ArrayList<>(0);
  String level = "";
  String text = "";
  String outcome = "";
  long lost;

  /** Whether the job is submitted to a cluster together with others, as a group. */
  boolean grouped;

  OptionalLong job = OptionalLong.empty();
  private OptionalLong made = OptionalLong.empty();
  private OptionalLong received = OptionalLong.empty();

  private EventMessage() {}

  static EventMessage read(JsonCursor json) throws IOException {
    EventMessage message = new EventMessage();
    json.object(name -> message.member(json, name));
    return message;
  }

  /** Returns when the message was created, or else when the handler received it. */
  OptionalLong time() {
    return made.isPresent() ? made : received;
  }

  private void member(JsonCursor json, String name) throws IOException {
    if (json.isNull()) {
      json.skip();
      return;
    }
    switch (name) {
      case "level" -> level = json.text();
      case "timestamp" -> made = OptionalLong.of(json.nanos(SECONDS));
      case "t" -> received = OptionalLong.of(json.nanos(SECONDS));
      case "jobid" -> job = OptionalLong.of(json.wholeNumber(0, JOB));
      case "jobs" -> json.array(index -> jobs.add((long) json.wholeNumber(0, JOB)));
      case "msg" -> text = optional(json);
      case "outcome" -> outcome = json.text();
      case "lost" -> lost = json.wholeNumber(0, "a number of messages");
      default -> aboutJob(json, name);
    }
  }

  private void aboutJob(JsonCursor json, String name) throws IOException {
    switch (name) {
      case "name" -> info.rule = json.name("the name of a rule");
      case "local" -> info.local = isTrue(json);
      case "indent" -> grouped = isTrue(json);
      case "threads" -> info.threads = json.number("a number of threads").toPlainString();
      case "benchmark" -> info.benchmark = optional(json);
      case "input" -> files(json, info.inputs);
      case "output" -> files(json, info.outputs);
      case "wildcards" -> wildcards(json);
      default -> json.skip();
    }
  }

  private static boolean isTrue(JsonCursor json) throws IOException {
    return Boolean.TRUE.equals(json.value("true or false"));
  }

  private static String optional(JsonCursor json) throws IOException {
    if (json.isText()) {
      return json.text();
    }
    json.skip();
    return "";
  }

  static void files(JsonCursor json, List<String> into) throws IOException {
    json.array(index -> into.add(json.text()));
  }

  private void wildcards(JsonCursor json) throws IOException {
    if (json.isObject()) {
      json.object(name -> info.wildcards.put(name, json.text()));
    } else {
      json.skip();
    }
  }
}
