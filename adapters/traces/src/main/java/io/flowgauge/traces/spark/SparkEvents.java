package io.flowgauge.traces.spark;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonLines;
import java.io.IOException;
import java.util.regex.Pattern;

/** Reads the events of a log, one JSON object per line, into an application. Not thread-safe. */
final class SparkEvents {
  private static final String SPARK = "SparkListener";
  private static final Pattern FIRST =
      Pattern.compile("\\s*\\{\\s*\"Event\"\\s*:\\s*\"(SparkListener|org\\.apache\\.spark\\.)");

  /** Upper bound of the cores per task. */
  private static final int MOST_CORES = 1 << 16;

  private final SparkApplication application;
  private final Remarks remarks;

  SparkEvents(SparkApplication application, Remarks remarks) {
    this.application = application;
    this.remarks = remarks;
  }

  /** Whether a file starts with an event of Spark. */
  static boolean matches(TraceFile file) {
    return FIRST.matcher(file.head()).lookingAt();
  }

  void read(TraceFile file) throws IOException {
    JsonLines.read(file, remarks, (where, json) -> event(where, json));
  }

  /** Reads an event, whose first member is its kind. */
  private void event(String where, JsonCursor json) throws IOException {
    SparkEvent event = new SparkEvent(json);
    json.object(
        key -> {
          if (key.equals("Event")) {
            event.kind = json.text();
          } else {
            event.member(key);
          }
        });
    if (!event.kind.startsWith(SPARK) && !event.kind.contains(".")) {
      remarks.warn("lines that do not begin with an event of Spark, left out", where);
      return;
    }
    take(event, where);
  }

  private void take(SparkEvent event, String where) {
    switch (event.kind.replace(SPARK, "")) {
      case "ApplicationStart" -> {
        application.name = event.name;
        application.started = event.time;
      }
      case "ApplicationEnd" -> application.ended = event.time;
      case "EnvironmentUpdate" -> application.coresPerTask = Math.min(event.cores, MOST_CORES);
      case "ExecutorAdded" -> executor(event);
      case "ExecutorRemoved" -> remarks.info("executors that were removed", where);
      case "JobStart" -> job(event, where);
      case "JobEnd" -> jobEnd(event, where);
      case "StageSubmitted", "StageCompleted" -> event.stages.forEach(this::stage);
      case "TaskStart", "TaskEnd" -> task(event.task, where);
      default -> {}
    }
  }

  private void executor(SparkEvent event) {
    SparkExecutor executor = new SparkExecutor(event.executor, event.host, event.cores);
    application.executors.put(executor.name(), executor);
  }

  private void job(SparkEvent event, String where) {
    if (event.job.id < 0 || event.job.submitted.isEmpty()) {
      remarks.error("jobs without an id or a time, left out", where);
      return;
    }
    event.stages.forEach(this::stage);
    application.jobs.put(event.job.id, event.job);
  }

  private void jobEnd(SparkEvent event, String where) {
    SparkJob job = application.jobs.get(event.job.id);
    if (job == null) {
      remarks.warn("ends of jobs without a start, left out", where);
      return;
    }
    job.completed = event.job.completed;
    job.result = event.job.result;
    if (!job.result.equals("JobSucceeded")) {
      remarks.warn("jobs that failed", "job " + job.id);
    }
  }

  /** Reads values of a stage; of several records, the last counts. */
  private void stage(SparkEvent.StageInfo info) {
    SparkStage stage = application.stage(info.id);
    stage.name = info.name;
    stage.parents = info.parents;
    stage.dataSet = info.dataSet;
    stage.size = info.attempt == 0 ? info.size : stage.size;
    if (info.submitted.isPresent()) {
      stage.submissions.put(info.attempt, info.submitted.getAsLong());
      stage.completed = info.completed;
    }
    if (!info.failure.isEmpty()) {
      remarks.warn("attempts of stages that failed", "stage " + info.id + "." + info.attempt);
    }
  }

  private void task(SparkTask task, String where) {
    if (task.stage < 0 || task.id < 0 || task.index < 0 || task.launched.isEmpty()) {
      remarks.error("tasks without their stage, number or launch time, left out", where);
    } else if (task.isLoss()) {
      remarks.warn("tasks whose output was lost after they had completed", where);
    } else {
      application.add(task);
    }
  }
}
