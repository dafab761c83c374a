package io.flowgauge.traces.cromwell;

import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.OptionalLong;

/** Parses metadata. Not thread-safe. */
final class MetadataParser {
  private static final String TIME = "a time such as 2026-11-20T10:00:00.000Z";

  private final JsonCursor json;

  MetadataParser(JsonCursor json) {
    this.json = json;
  }

  CromwellWorkflow parse() throws IOException {
    CromwellWorkflow workflow = new CromwellWorkflow();
    json.object(
        key -> {
          switch (key) {
            case "workflowName" -> workflow.name = text();
            case "start" -> workflow.start = json.moment(TIME);
            case "end" -> workflow.end = json.moment(TIME);
            case "calls" -> calls(workflow);
            default -> json.skip();
          }
        });
    return workflow;
  }

  private void calls(CromwellWorkflow workflow) throws IOException {
    json.object(
        name ->
            json.array("an array of attempts", index -> workflow.attempts(name).add(attempt())));
  }

  private CallAttempt attempt() throws IOException {
    CallAttempt attempt = new CallAttempt(json.path());
    json.object(key -> read(key, attempt));
    return attempt;
  }

  private void read(String key, CallAttempt attempt) throws IOException {
    switch (key) {
      case "shardIndex" -> attempt.shard = json.wholeNumber(-1, "an index of a shard, or -1");
      case "attempt" -> attempt.number = json.wholeNumber(1, "the number of an attempt, from 1");
      case "executionStatus" -> attempt.status = text();
      case "backend" -> attempt.backend = text();
      case "callRoot" -> attempt.root = text();
      case "start" -> attempt.start = json.moment(TIME);
      case "end" -> attempt.end = json.moment(TIME);
      case "jobId", "returnCode", "subWorkflowId" -> attribute(key, attempt);
      case "callCaching" -> caching(attempt);
      case "executionEvents" -> json.array(index -> attempt.parts.add(part()));
      case "inputs" -> texts(attempt);
      case "runtimeAttributes" -> runtime(attempt);
      case "subWorkflowMetadata" -> attempt.workflow = parse();
      default -> json.skip();
    }
  }

  private void attribute(String key, CallAttempt attempt) throws IOException {
    attempt.attributes.put(key, json.scalar("a text or number"));
  }

  private void caching(CallAttempt attempt) throws IOException {
    json.object(
        key -> {
          if (key.equals("hit")) {
            attempt.isCacheHit = Boolean.TRUE.equals(json.value("true or false"));
          } else {
            json.skip();
          }
        });
  }

  private CallAttempt.Part part() throws IOException {
    String[] name = {""};
    OptionalLong[] times = {OptionalLong.empty(), OptionalLong.empty()};
    json.object(
        key -> {
          switch (key) {
            case "description" -> name[0] = text();
            case "startTime" -> times[0] = json.moment(TIME);
            case "endTime" -> times[1] = json.moment(TIME);
            default -> json.skip();
          }
        });
    return new CallAttempt.Part(name[0], times[0], times[1]);
  }

  private void runtime(CallAttempt attempt) throws IOException {
    json.object(
        key -> {
          if (key.equals("cpu") && !json.isNull()) {
            attempt.attributes.put("cores", json.scalar("a number of cores"));
          } else if (key.equals("docker") && !json.isNull()) {
            attempt.attributes.put("container", json.scalar("the name of an image"));
          } else {
            json.skip();
          }
        });
  }

  /** Adds the texts in a value of any kind; an optional input that was not given is null. */
  private void texts(CallAttempt attempt) throws IOException {
    if (json.isText()) {
      attempt.inputs.add(json.text());
    } else if (json.isArray()) {
      json.array(index -> texts(attempt));
    } else if (json.isObject()) {
      json.object(name -> texts(attempt));
    } else {
      json.skip();
    }
  }

  private String text() throws IOException {
    return json.scalar("a text");
  }
}
