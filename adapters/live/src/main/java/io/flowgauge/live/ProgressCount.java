package io.flowgauge.live;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Counts the activities of a run by stage. Used once. */
final class ProgressCount {
  private final WorkflowRun run;
  private final Map<String, Map<Stage, Integer>> counts = new LinkedHashMap<>();
  private final List<RunningActivity> running = new ArrayList<>();
  private final List<Stage> stages = new ArrayList<>();

  private ProgressCount(WorkflowRun run) {
    this.run = run;
    run.executions().forEach(this::count);
  }

  /** Counts the activities of a run. */
  static ProgressCount of(WorkflowRun run) {
    return new ProgressCount(run);
  }

  private void count(ActivityExecution execution) {
    List<Attempt> attempts = execution.attempts();
    Stage stage = stage(execution, attempts);
    stages.add(stage);
    String type = execution.activity().type();
    counts.computeIfAbsent(type, any -> new EnumMap<>(Stage.class)).merge(stage, 1, Integer::sum);
    if (stage == Stage.RUNNING) {
      running.add(running(execution, attempts.get(attempts.size() - 1)));
    }
  }

  private static Stage stage(ActivityExecution execution, List<Attempt> attempts) {
    if (execution.isSkipped()) {
      return Stage.SKIPPED;
    }
    if (execution.isCompleted()) {
      return Stage.COMPLETED;
    }
    if (attempts.isEmpty()) {
      return Stage.WAITING;
    }
    Attempt last = attempts.get(attempts.size() - 1);
    if (last.outcome().isPresent()) {
      return Stage.FAILED;
    }
    return last.active().isPresent() ? Stage.RUNNING : Stage.SUBMITTED;
  }

  private RunningActivity running(ActivityExecution execution, Attempt attempt) {
    OptionalLong now = run.endNanos();
    long since = attempt.active().orElseThrow();
    return new RunningActivity(
        execution.activity().id(),
        execution.activity().type(),
        attempt.number(),
        attempt.processor(),
        Times.seconds(Math.max(0, now.orElse(since) - since)));
  }

  /** Returns the progress by type, in the order of the types' first activities. */
  List<TypeProgress> types() {
    List<TypeProgress> types = new ArrayList<>();
    counts.forEach((type, of) -> types.add(progress(type, of)));
    return List.copyOf(types);
  }

  private static TypeProgress progress(String type, Map<Stage, Integer> counts) {
    return new TypeProgress(
        type,
        counts.getOrDefault(Stage.WAITING, 0),
        counts.getOrDefault(Stage.SUBMITTED, 0),
        counts.getOrDefault(Stage.RUNNING, 0),
        counts.getOrDefault(Stage.COMPLETED, 0),
        counts.getOrDefault(Stage.FAILED, 0),
        counts.getOrDefault(Stage.SKIPPED, 0));
  }

  /** Returns the stage of each activity, in the order of the workflow. */
  List<Stage> stages() {
    return List.copyOf(stages);
  }

  /** Returns the running activities, the longest-running first. */
  List<RunningActivity> running() {
    running.sort(Comparator.comparingDouble(RunningActivity::seconds).reversed());
    return List.copyOf(running);
  }
}
