package io.flowgauge.traces.spark;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Records an application. Used once. */
final class SparkRecording {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Maximum number of unlaunched tasks that are recorded. */
  private static final int MOST_WAITING = 200_000;

  private final SparkApplication application;
  private final RunRecorder into;
  private final Remarks remarks;
  private final Map<Integer, String> types;

  /** Names of the tasks of each stage, which must end before whatever follows the stage. */
  private final Map<Integer, List<String>> work = new HashMap<>();

  private int waiting;

  SparkRecording(SparkApplication application, RunRecorder into, Remarks remarks) {
    this.application = application;
    this.into = into;
    this.remarks = remarks;
    this.types = StageTypes.of(application);
  }

  void record() {
    application.started.ifPresent(into::start);
    application.ended.ifPresent(into::end);
    for (SparkExecutor executor : application.executors.values()) {
      int slots = Math.max(1, executor.cores() / application.coresPerTask);
      into.processor(Processor.of(executor.name()).withSlots(slots));
    }
    List<DriverWork.Step> steps = new DriverWork(application).steps();
    steps.forEach(this::step);
    application.stages.values().forEach(this::stage);
    steps.forEach(this::dependencies);
  }

  private void step(DriverWork.Step step) {
    into.activity(Activity.of(step.name(), DriverWork.TYPE));
    event(step.name(), EventType.ACTIVE, step.begin(), 1);
    event(step.name(), EventType.COMPLETED, step.end(), 1);
  }

  private void dependencies(DriverWork.Step step) {
    step.afterSteps().forEach(earlier -> into.dependency(earlier, step.name()));
    for (int stage : step.afterStages()) {
      work.getOrDefault(stage, List.of()).forEach(earlier -> into.dependency(earlier, step.name()));
    }
  }

  private void stage(SparkStage stage) {
    if (!stage.hasRun()) {
      remarks.info("stages that were skipped or not submitted", "stage " + stage.id);
      return;
    }
    List<String> names = new ArrayList<>();
    for (TaskLaunches.Work each : TaskLaunches.of(stage)) {
      names.add(each.name());
      launches(stage, each);
    }
    waiting(stage, names);
    work.put(stage.id, names);
  }

  private void launches(SparkStage stage, TaskLaunches.Work each) {
    String type = types.get(stage.id);
    declare(stage, each.name(), type);
    attempts(stage, each.name(), each.attempts());
    for (int k = 0; k < each.copies().size(); k++) {
      String name = each.name() + " copy " + (k + 1);
      declare(stage, name, type + " (lost copy)");
      attempts(stage, name, List.of(each.copies().get(k)));
      remarks.info(
          "tasks run twice at the same time (speculation); only one of the copies counts",
          each.name());
    }
    for (int k = 0; k < each.again().size(); k++) {
      String name = each.name() + " again " + (k + 1);
      declare(stage, name, type);
      attempts(stage, name, List.of(each.again().get(k)));
      remarks.warn("tasks run again after they had completed", each.name());
    }
  }

  private void declare(SparkStage stage, String name, String type) {
    into.activity(Activity.of(name, type));
    into.dependency(DriverWork.before(stage), name);
  }

  /** Records the tasks of an unfinished stage that wait for a core. */
  private void waiting(SparkStage stage, List<String> names) {
    boolean isOver = stage.completed.isPresent() || application.ended.isPresent();
    if (isOver || stage.submissions.size() > 1) {
      return;
    }
    Set<String> launched = new HashSet<>(names);
    for (int index = 0; index < stage.size; index++) {
      String name = TaskLaunches.name(stage.id, index);
      if (waiting >= MOST_WAITING) {
        remarks.warn("tasks not launched yet, beyond " + MOST_WAITING + ", left out", name);
        return;
      }
      if (launched.add(name)) {
        waiting++;
        names.add(name);
        declare(stage, name, types.get(stage.id));
        event(name, EventType.SUBMITTED, stage.firstSubmission(), 1);
      }
    }
  }

  private void attempts(SparkStage stage, String name, List<SparkTask> attempts) {
    OptionalLong before = OptionalLong.empty();
    for (int k = 0; k < attempts.size(); k++) {
      SparkTask task = attempts.get(k);
      attempt(name, k + 1, task, submissionTime(stage, task, before));
      before = task.finished;
    }
    SparkTask last = attempts.get(attempts.size() - 1);
    into.activity(Activity.of(name).withAttributes(attributes(last)));
    last.metrics.ifPresent(metrics -> phases(name, metrics));
  }

  /**
   * Returns when a task was passed to the scheduler: with its stage, or when its previous attempt
   * failed.
   */
  private static OptionalLong submissionTime(
      SparkStage stage, SparkTask task, OptionalLong before) {
    Long submission = stage.submissions.get(task.stageAttempt);
    if (task.isSpeculative) {
      return OptionalLong.empty();
    }
    if (submission == null || (before.isPresent() && before.getAsLong() > submission)) {
      return before;
    }
    return OptionalLong.of(submission);
  }

  private void attempt(String name, int number, SparkTask task, OptionalLong handed) {
    event(name, EventType.SUBMITTED, handed, number);
    event(name, EventType.PENDING, task.launched, number);
    event(name, EventType.ACTIVE, task.launched, number);
    task.end().ifPresent(type -> event(name, type, task.finished, number));
    into.assign(name, number, task.processor());
    task.metrics
        .map(SparkRecording::wallclock)
        .filter(nanos -> task.isSuccess() || nanos > 0)
        .ifPresent(nanos -> into.wallclock(name, number, nanos));
    if (task.gettingResult.isPresent() && task.finished.isPresent()) {
      long begin = task.gettingResult.getAsLong();
      long end = Math.max(begin, task.finished.getAsLong());
      into.phase(name, number, new Phase(PhaseType.STAGE_OUT.label(), begin, end));
    }
  }

  private static long wallclock(TaskMetrics metrics) {
    return nanos(metrics.deserializeMillis + metrics.runMillis + metrics.serializeMillis);
  }

  private static long nanos(long millis) {
    return millis * NANOS_PER_MILLI;
  }

  private void phases(String name, TaskMetrics metrics) {
    phase(name, PhaseType.EXTRACT, nanos(metrics.deserializeMillis));
    phase(name, PhaseType.STAGE_IN, nanos(metrics.fetchWaitMillis));
    // Unlike the other times, it is not rounded to milliseconds, so it may exceed the time of which
    // it is a part.
    long most = Math.max(0, nanos(metrics.runMillis - metrics.fetchWaitMillis));
    phase(name, PhaseType.IO, Math.min(most, metrics.shuffleWriteNanos));
  }

  private void phase(String name, PhaseType type, long nanos) {
    if (nanos > 0) {
      into.phaseTime(name, type, nanos);
    }
  }

  private static Map<String, String> attributes(SparkTask task) {
    Map<String, String> attributes = new TreeMap<>();
    put(attributes, "host", task.host);
    put(attributes, "locality", task.locality);
    put(attributes, "message", task.message);
    put(attributes, "speculative", task.isSpeculative ? "true" : "");
    task.metrics.ifPresent(
        metrics -> {
          put(attributes, "inputBytes", metrics.bytesRead);
          put(attributes, "outputBytes", metrics.bytesWritten);
          put(attributes, "spilledBytes", metrics.bytesSpilled);
          put(attributes, "gcMillis", metrics.gcMillis);
          put(attributes, "cpuMillis", metrics.cpuNanos / NANOS_PER_MILLI);
        });
    return attributes;
  }

  private static void put(Map<String, String> attributes, String name, long value) {
    put(attributes, name, value > 0 ? Long.toString(value) : "");
  }

  private static void put(Map<String, String> attributes, String name, String value) {
    if (!value.isEmpty()) {
      attributes.put(name, value);
    }
  }

  private void event(String name, EventType type, OptionalLong time, int attempt) {
    time.ifPresent(nanos -> into.record(name, type, nanos, attempt));
  }
}
