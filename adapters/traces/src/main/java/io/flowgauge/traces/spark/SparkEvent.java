package io.flowgauge.traces.spark;

import io.flowgauge.traces.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The parts of an event that concern a run. Not thread-safe. */
final class SparkEvent {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long LONGEST = 1_000_000_000_000L;
  private static final String TIME = "a number of milliseconds since 1970";
  private static final String ID = "a number from 0";

  String kind = "";
  String name = "";
  String executor = "";
  String host = "";
  int cores = 1;
  OptionalLong time = OptionalLong.empty();
  final SparkJob job = new SparkJob();
  final SparkTask task = new SparkTask();
  final List<StageInfo> stages = new ArrayList<>();
  private final JsonCursor json;

  SparkEvent(JsonCursor json) {
    this.json = json;
  }

  /** Values of an event about an attempt of a stage. */
  static final class StageInfo {
    int id = -1;
    int attempt;
    String name = "";
    int size;
    int dataSet = -1;
    final List<Integer> parents = new ArrayList<>();
    OptionalLong submitted = OptionalLong.empty();
    OptionalLong completed = OptionalLong.empty();
    String failure = "";
  }

  void member(String key) throws IOException {
    switch (key) {
      case "App Name" -> name = text();
      case "Timestamp" -> time = time();
      case "Spark Properties" -> json.object(this::setting);
      case "Executor ID" -> executor = text();
      case "Executor Info" -> json.object(this::executor);
      case "Job ID" -> job.id = id();
      case "Submission Time" -> job.submitted = time();
      case "Completion Time" -> job.completed = time();
      case "Job Result" -> json.object(this::result);
      case "Stage Infos" -> json.array("an array of stages", index -> stages.add(stage()));
      case "Stage Info" -> stages.add(stage());
      case "Stage IDs" -> json.array("an array of stages", index -> job.stages.add(id()));
      case "Properties" -> properties();
      default -> taskMember(key);
    }
  }

  private void taskMember(String key) throws IOException {
    switch (key) {
      case "Stage ID" -> task.stage = id();
      case "Stage Attempt ID" -> task.stageAttempt = id();
      case "Task Type" -> task.type = text();
      case "Task Info" -> json.object(this::task);
      case "Task End Reason" -> json.object(this::reason);
      case "Task Metrics" -> metrics();
      default -> json.skip();
    }
  }

  private void setting(String key) throws IOException {
    if (key.equals("spark.task.cpus")) {
      String value = text();
      cores = value.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(value) : 1;
    } else {
      json.skip();
    }
  }

  private void executor(String key) throws IOException {
    switch (key) {
      case "Host" -> host = text();
      case "Total Cores" -> cores = json.wholeNumber(0, "a number of cores");
      default -> json.skip();
    }
  }

  private void result(String key) throws IOException {
    if (key.equals("Result")) {
      job.result = text();
    } else {
      json.skip();
    }
  }

  private void properties() throws IOException {
    if (json.isNull()) {
      return;
    }
    json.object(
        key -> {
          if (key.equals("spark.sql.execution.id")) {
            job.query = text();
          } else {
            json.skip();
          }
        });
  }

  private StageInfo stage() throws IOException {
    StageInfo info = new StageInfo();
    json.object(key -> stage(key, info));
    if (info.id < 0) {
      throw json.error("a stage without 'Stage ID'", "a stage");
    }
    return info;
  }

  private void stage(String key, StageInfo info) throws IOException {
    switch (key) {
      case "Stage ID" -> info.id = id();
      case "Stage Attempt ID" -> info.attempt = id();
      case "Stage Name" -> info.name = text();
      case "Number of Tasks" -> info.size = id();
      case "RDD Info" -> json.array("an array of data sets", index -> dataSet(index, info));
      case "Parent IDs" -> json.array("an array of stages", index -> info.parents.add(id()));
      case "Submission Time" -> info.submitted = time();
      case "Completion Time" -> info.completed = time();
      case "Failure Reason" -> info.failure = text();
      default -> json.skip();
    }
  }

  /**
   * Reads a data set of a stage: the first is the one that the stage computes; the others are
   * intermediate.
   */
  private void dataSet(int index, StageInfo info) throws IOException {
    json.object(
        key -> {
          if (index == 0 && key.equals("RDD ID")) {
            info.dataSet = id();
          } else {
            json.skip();
          }
        });
  }

  private void task(String key) throws IOException {
    switch (key) {
      case "Task ID" -> task.id = whole("the number of a task");
      case "Index" -> task.index = id();
      case "Partition ID" ->
          task.partition = json.wholeNumber(-1, "the number of a partition, or -1");
      case "Launch Time" -> task.launched = time();
      case "Getting Result Time" -> task.gettingResult = time();
      case "Finish Time" -> task.finished = time();
      case "Executor ID" -> task.executor = text();
      case "Host" -> task.host = text();
      case "Locality" -> task.locality = text();
      case "Speculative" -> task.isSpeculative = Boolean.parseBoolean(text());
      default -> json.skip();
    }
  }

  private void reason(String key) throws IOException {
    switch (key) {
      case "Reason" -> task.reason = text();
      case "Description", "Kill Reason", "Message", "Loss Reason" -> task.message = text();
      default -> json.skip();
    }
  }

  private void metrics() throws IOException {
    if (!json.isNull()) {
      TaskMetrics metrics = new TaskMetrics();
      json.object(key -> metric(key, metrics));
      task.metrics = Optional.of(metrics);
    }
  }

  private void metric(String key, TaskMetrics metrics) throws IOException {
    switch (key) {
      case "Executor Deserialize Time" -> metrics.deserializeMillis = millis();
      case "Executor Run Time" -> metrics.runMillis = millis();
      case "Executor CPU Time" -> metrics.cpuNanos = count();
      case "Result Serialization Time" -> metrics.serializeMillis = millis();
      case "JVM GC Time" -> metrics.gcMillis = millis();
      case "Disk Bytes Spilled" -> metrics.bytesSpilled = count();
      case "Shuffle Read Metrics" -> json.object(part -> shuffleRead(part, metrics));
      case "Shuffle Write Metrics" -> json.object(part -> shuffleWrite(part, metrics));
      case "Input Metrics" -> json.object(part -> input(part, metrics));
      case "Output Metrics" -> json.object(part -> output(part, metrics));
      default -> json.skip();
    }
  }

  private void shuffleRead(String key, TaskMetrics metrics) throws IOException {
    switch (key) {
      case "Fetch Wait Time" -> metrics.fetchWaitMillis = millis();
      case "Remote Bytes Read", "Local Bytes Read" -> metrics.bytesRead += count();
      default -> json.skip();
    }
  }

  private void shuffleWrite(String key, TaskMetrics metrics) throws IOException {
    switch (key) {
      case "Shuffle Write Time" -> metrics.shuffleWriteNanos = count();
      case "Shuffle Bytes Written" -> metrics.bytesWritten += count();
      default -> json.skip();
    }
  }

  private void input(String key, TaskMetrics metrics) throws IOException {
    if (key.equals("Bytes Read")) {
      metrics.bytesRead += count();
    } else {
      json.skip();
    }
  }

  private void output(String key, TaskMetrics metrics) throws IOException {
    if (key.equals("Bytes Written")) {
      metrics.bytesWritten += count();
    } else {
      json.skip();
    }
  }

  private String text() throws IOException {
    return json.isNull() ? "" : json.scalar("a text");
  }

  private int id() throws IOException {
    return json.wholeNumber(0, ID);
  }

  /** Reads a count; Spark writes a negative number if it is unknown. */
  private long count() throws IOException {
    return Math.max(0, whole("a whole number"));
  }

  private long millis() throws IOException {
    long millis = count();
    if (millis > LONGEST) {
      throw json.error(millis + " ms, which is beyond 30 years", "a number of milliseconds");
    }
    return millis;
  }

  /** Reads a time; 0 and below mean that there is none. */
  private OptionalLong time() throws IOException {
    long millis = whole(TIME);
    if (millis <= 0) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Math.multiplyExact(millis, NANOS_PER_MILLI));
    } catch (ArithmeticException e) {
      throw json.error(millis + ", which is beyond the year 2262", TIME);
    }
  }

  private long whole(String expected) throws IOException {
    try {
      return json.number(expected).longValueExact();
    } catch (ArithmeticException e) {
      throw json.error(json.found(), expected);
    }
  }
}
