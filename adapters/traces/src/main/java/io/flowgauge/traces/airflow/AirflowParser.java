package io.flowgauge.traces.airflow;

import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Parses the JSON files of a run. Not thread-safe. */
final class AirflowParser {
  private static final String TIME = "a time such as 2026-11-20T10:00:00.123456+00:00";

  final List<AirflowTry> tries = new ArrayList<>();
  final List<AirflowRun> runs = new ArrayList<>();

  /** Downstream tasks by task. */
  final Map<String, Set<String>> successors = new LinkedHashMap<>();

  /** The largest total that a page states, if it exceeds what the page holds; 0 if no page does. */
  int total;

  private JsonCursor json;

  /** Reads one more file: task instances, runs or tasks. */
  void read(TraceFile file) throws IOException {
    JsonCursor.read(
        file,
        cursor -> {
          json = cursor;
          if (json.isArray()) {
            json.array("an array of task instances", index -> instance());
          } else {
            document();
          }
        });
  }

  /** Reads a list, or a single instance or run, whose keys then stand at the top level. */
  private void document() throws IOException {
    AirflowTry single = new AirflowTry(json.path());
    AirflowRun run = new AirflowRun();
    int before = tries.size();
    int[] stated = {0};
    json.object(
        key -> {
          switch (key) {
            case "task_instances", "task_instances_history" ->
                json.array("an array of task instances", index -> instance());
            case "dag_runs" -> json.array("an array of runs", index -> run());
            case "tasks" -> json.array("an array of tasks", index -> task());
            case "total_entries" -> stated[0] = json.wholeNumber(0, "a number of entries");
            case "task_id" -> single.task = text();
            default -> shared(key, single, run);
          }
        });
    int here = tries.size() - before;
    if (here > 0 && stated[0] > here) { // Lists of runs, tasks and tries state totals of their own.
      total = Math.max(total, stated[0]);
    }
    if (!single.task.isEmpty()) {
      tries.add(single);
    } else if (!run.id.isEmpty()) {
      runs.add(run);
    }
  }

  private void shared(String key, AirflowTry single, AirflowRun run) throws IOException {
    switch (key) {
      case "dag_run_id" -> run.id = text();
      case "dag_id" -> run.workflow = text();
      case "state" -> run.state = text();
      case "start_date" -> run.started = time();
      case "end_date" -> run.ended = time();
      default -> instance(key, single);
    }
    single.run = run.id;
    single.workflow = run.workflow;
    single.state = run.state;
    single.started = run.started;
    single.ended = run.ended;
  }

  private void run() throws IOException {
    AirflowRun run = new AirflowRun();
    AirflowTry unused = new AirflowTry(json.path());
    json.object(key -> shared(key, unused, run));
    runs.add(run);
  }

  private void task() throws IOException {
    String[] id = {""};
    Set<String> next = new LinkedHashSet<>();
    json.object(
        key -> {
          switch (key) {
            case "task_id" -> id[0] = text();
            case "downstream_task_ids" ->
                json.array("an array of tasks", index -> next.add(json.name("a task")));
            default -> json.skip();
          }
        });
    successors.computeIfAbsent(id[0], any -> new LinkedHashSet<>()).addAll(next);
  }

  private void instance() throws IOException {
    AirflowTry instance = new AirflowTry(json.path());
    json.object(key -> member(key, instance));
    if (instance.task.isEmpty()) {
      throw json.error(instance.where, "a task instance without 'task_id'", "the name of its task");
    }
    tries.add(instance);
  }

  private void member(String key, AirflowTry instance) throws IOException {
    switch (key) {
      case "task_id" -> instance.task = text();
      case "dag_run_id" -> instance.run = text();
      case "dag_id" -> instance.workflow = text();
      case "state" -> instance.state = text();
      case "start_date" -> instance.started = time();
      case "end_date" -> instance.ended = time();
      default -> instance(key, instance);
    }
  }

  private void instance(String key, AirflowTry instance) throws IOException {
    switch (key) {
      case "map_index" -> instance.index = number(-1, "the index of a mapped task, or -1");
      case "try_number" -> instance.number = Math.max(1, number(0, "the number of a try"));
      case "queued_when", "queued_dttm" -> instance.queued = time();
      case "scheduled_when", "scheduled_dttm" -> instance.scheduled = time();
      case "hostname" -> instance.host = text();
      case "operator", "pool", "queue", "executor" -> attribute(key, instance);
      default -> json.skip();
    }
  }

  private void attribute(String key, AirflowTry instance) throws IOException {
    String value = text();
    if (!value.isEmpty()) {
      instance.attributes.put(key, value);
    }
  }

  private String text() throws IOException {
    return json.isNull() ? "" : json.scalar("a text");
  }

  /**
   * Reads a number; the command line writes numbers as texts, and an empty text if there is none.
   */
  private int number(int min, String expected) throws IOException {
    if (!json.isText()) {
      return json.isNull() ? min : json.wholeNumber(min, expected);
    }
    String text = json.text();
    if (text.isEmpty()) {
      return min;
    }
    if (!text.matches("-1|\\d{1,9}")) {
      throw json.error("\"" + text + "\"", expected);
    }
    return Integer.parseInt(text);
  }

  private OptionalLong time() throws IOException {
    String text = text();
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      OffsetDateTime time = OffsetDateTime.parse(text.replaceFirst("^(\\S+) (?=\\d)", "$1T"));
      return OptionalLong.of(Times.epochNanos(time.toInstant()));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw json.error(json.found(), TIME);
    }
  }
}
