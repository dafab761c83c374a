package io.flowgauge.traces.dask;

import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;

/** Parses a record of the task stream. Not thread-safe. */
final class TaskStreamParser {
  private static final String PART = "an action with its start and stop";
  private static final String TIME = "a time in seconds since 1970";

  private final JsonCursor json;

  TaskStreamParser(JsonCursor json) {
    this.json = json;
  }

  /** Parses the record at the cursor. */
  DaskTask parse(String where) throws IOException {
    DaskTask task = new DaskTask(where);
    json.object(key -> read(key, task));
    if (task.key.text().isEmpty()) {
      throw json.error("a record without a key", "a record of a task");
    }
    return task;
  }

  private void read(String key, DaskTask task) throws IOException {
    switch (key) {
      case "key" -> task.key = DaskKey.read(json);
      case "worker" -> task.worker = json.scalar("the address of a worker");
      case "status" -> task.status = json.scalar("OK or error");
      case "startstops" -> json.array(index -> task.parts.add(part()));
      case "nbytes", "typename", "exception_text" -> attribute(key, task);
      default -> json.skip();
    }
  }

  private void attribute(String key, DaskTask task) throws IOException {
    if (json.isNull()) {
      json.skip();
    } else {
      task.attributes.put(key, json.scalar("a text or number"));
    }
  }

  private DaskTask.Part part() throws IOException {
    String[] action = {""};
    long[] times = {Long.MIN_VALUE, Long.MIN_VALUE};
    json.object(
        key -> {
          switch (key) {
            case "action" -> action[0] = json.scalar("what the worker did");
            case "start" -> times[0] = json.nanos(TIME);
            case "stop" -> times[1] = json.nanos(TIME);
            default -> json.skip();
          }
        });
    if (action[0].isEmpty() || times[0] == Long.MIN_VALUE || times[1] == Long.MIN_VALUE) {
      throw json.error("an object without one of them", PART);
    }
    return new DaskTask.Part(action[0], times[0], times[1]);
  }
}
