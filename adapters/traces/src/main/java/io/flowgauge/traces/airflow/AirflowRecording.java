package io.flowgauge.traces.airflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Records the task instances of a run. Used once. */
final class AirflowRecording {
  private final RunRecorder into;
  private final Remarks remarks;

  /** Tries by their numbers, by instance. */
  private final Map<String, TreeMap<Integer, AirflowTry>> instances = new LinkedHashMap<>();

  AirflowRecording(RunRecorder into, Remarks remarks) {
    this.into = into;
    this.remarks = remarks;
  }

  /**
   * Adds a try; the lists of instances and of tries may both hold it, and the fuller record wins.
   */
  void add(AirflowTry each) {
    instances
        .computeIfAbsent(each.id(), any -> new TreeMap<>())
        .merge(each.number, each, AirflowRecording::moreComplete);
  }

  private static AirflowTry moreComplete(AirflowTry one, AirflowTry other) {
    boolean isWaiting = one.ended.isEmpty() && other.ended.isPresent();
    boolean isPoorer = one.queued.isEmpty() && other.queued.isPresent();
    return isWaiting || (isPoorer && one.ended.isPresent() == other.ended.isPresent())
        ? other
        : one;
  }

  int size() {
    return instances.size();
  }

  /** Returns the last try of each instance, by task. */
  Map<String, List<AirflowTry>> byTask() {
    Map<String, List<AirflowTry>> tasks = new LinkedHashMap<>();
    instances
        .values()
        .forEach(
            tries -> {
              AirflowTry last = tries.lastEntry().getValue();
              tasks.computeIfAbsent(last.task, any -> new ArrayList<>()).add(last);
            });
    return tasks;
  }

  void record() {
    for (TreeMap<Integer, AirflowTry> tries : instances.values()) {
      AirflowTry last = tries.lastEntry().getValue();
      into.activity(Activity.of(last.id(), last.task).withAttributes(attributes(last)));
      tries.values().forEach(this::record);
      if (last.number > tries.size()) {
        remarks.info("task instances without their earlier tries, which '/tries' lists", last.id());
      }
    }
  }

  private void record(AirflowTry each) {
    if (isPassedOver(each)) {
      OptionalLong time = each.ended.isPresent() ? each.ended : each.started;
      time.ifPresent(nanos -> into.record(each.id(), EventType.SKIPPED, nanos, each.number));
      return;
    }
    begin(each);
    end(each);
    if (!each.host.isEmpty()) {
      into.assign(each.id(), each.number, each.host);
    }
  }

  private static Map<String, String> attributes(AirflowTry each) {
    Map<String, String> attributes = new LinkedHashMap<>(each.attributes);
    if (!each.host.isEmpty()) {
      attributes.put("host", each.host);
    }
    if (!each.state.isEmpty() && !each.state.equals("success")) {
      attributes.put("state", each.state);
    }
    return attributes;
  }

  private boolean isPassedOver(AirflowTry each) {
    switch (each.state) {
      case "upstream_failed" ->
          remarks.warn("tasks that were not run, because tasks before them had failed", each.id());
      case "skipped" -> {
        return !each.hasRun();
      }
      case "removed" -> {
        remarks.warn("tasks that were removed from the workflow during the run", each.id());
        return !each.hasRun();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Tasks that were deferred or rescheduled are queued again, but keep their first start. */
  private void begin(AirflowTry each) {
    if (each.isQueuedAgain()) {
      remarks.info(
          "tasks that were queued again after their start, for example because they were deferred:"
              + " when they were first queued is not known",
          each.id());
    } else {
      event(each, EventType.SUBMITTED, each.scheduled);
      event(each, EventType.PENDING, each.queued);
    }
    event(each, EventType.ACTIVE, each.started);
  }

  private void end(AirflowTry each) {
    switch (each.state) {
      case "success" -> event(each, EventType.COMPLETED, each.ended);
      case "skipped" -> {
        remarks.info("tasks that ran, and then skipped themselves", each.id());
        event(each, EventType.COMPLETED, each.ended);
      }
      case "failed", "up_for_retry" -> event(each, EventType.FAILED, each.ended);
      case "removed" -> event(each, EventType.ABORTED, each.ended);
      case "deferred", "up_for_reschedule" -> event(each, EventType.SUSPENDED, each.ended);
      case "", "scheduled", "queued", "running", "restarting", "shutdown" -> {}
      default ->
          remarks.warn(
              "task instances in an unknown state, taken as still running ('" + each.state + "')",
              each.id());
    }
  }

  private void event(AirflowTry each, EventType type, OptionalLong time) {
    time.ifPresent(nanos -> into.record(each.id(), type, nanos, each.number));
  }
}
