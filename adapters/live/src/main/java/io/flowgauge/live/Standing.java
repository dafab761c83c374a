package io.flowgauge.live;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Counts how far the activities of a run are. Used once. */
final class Standing {
  private enum State {
    WAITING,
    SUBMITTED,
    RUNNING,
    COMPLETED,
    FAILED,
    SKIPPED
  }

  private final WorkflowRun run;
  private final Map<String, Map<State, Integer>> counts = new LinkedHashMap<>();
  private final List<RunningActivity> running = new ArrayList<>();

  private Standing(WorkflowRun run) {
    this.run = run;
    run.executions().forEach(this::count);
  }

  /** The count of a run. */
  static Standing of(WorkflowRun run) {
    return new Standing(run);
  }

  private void count(ActivityExecution execution) {
    List<Attempt> attempts = execution.attempts();
    State state = state(execution, attempts);
    String type = execution.activity().type();
    counts.computeIfAbsent(type, any -> new EnumMap<>(State.class)).merge(state, 1, Integer::sum);
    if (state == State.RUNNING) {
      running.add(running(execution, attempts.get(attempts.size() - 1)));
    }
  }

  private static State state(ActivityExecution execution, List<Attempt> attempts) {
    if (execution.isSkipped()) {
      return State.SKIPPED;
    }
    if (attempts.isEmpty()) {
      return execution.wallclock().isPresent() ? State.COMPLETED : State.WAITING;
    }
    Attempt last = attempts.get(attempts.size() - 1);
    if (last.outcome().isPresent()) {
      return last.outcome().get() == EventType.COMPLETED ? State.COMPLETED : State.FAILED;
    }
    return last.active().isPresent() ? State.RUNNING : State.SUBMITTED;
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

  /** By type, in the order of their first activities. */
  List<TypeProgress> types() {
    List<TypeProgress> types = new ArrayList<>();
    counts.forEach((type, count) -> types.add(progress(type, count)));
    return List.copyOf(types);
  }

  private static TypeProgress progress(String type, Map<State, Integer> count) {
    return new TypeProgress(
        type,
        count.getOrDefault(State.WAITING, 0),
        count.getOrDefault(State.SUBMITTED, 0),
        count.getOrDefault(State.RUNNING, 0),
        count.getOrDefault(State.COMPLETED, 0),
        count.getOrDefault(State.FAILED, 0),
        count.getOrDefault(State.SKIPPED, 0));
  }

  /** What runs, the longest first. */
  List<RunningActivity> running() {
    running.sort(Comparator.comparingDouble(RunningActivity::seconds).reversed());
    return List.copyOf(running);
  }
}
