package io.flowgauge.traces.pegasus;

import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** One of the planned workflows in a log. Not thread-safe. */
final class PlannedWorkflow {
  private final String id;
  private final Map<String, PegasusJob> jobs = new LinkedHashMap<>();
  private final Map<String, PegasusTask> tasks = new LinkedHashMap<>();
  private final List<Dependency> jobEdges = new ArrayList<>();
  private String label = "";
  private boolean root;
  private OptionalLong planned = OptionalLong.empty();
  private OptionalLong started = OptionalLong.empty();
  private OptionalLong ended = OptionalLong.empty();

  PlannedWorkflow(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  void describe(String label, boolean root, OptionalLong planned) {
    this.label = label;
    this.root = root;
    this.planned = planned;
  }

  String label() {
    return label;
  }

  boolean isRoot() {
    return root;
  }

  /** Returns when it was planned, by the clock of the planner. */
  OptionalLong planned() {
    return planned;
  }

  /** Records a start; a restarted workflow counts from its first start. */
  void startedAt(long nanos) {
    started = OptionalLong.of(Math.min(nanos, started.orElse(nanos)));
  }

  void endedAt(long nanos) {
    ended = OptionalLong.of(Math.max(nanos, ended.orElse(nanos)));
  }

  OptionalLong started() {
    return started;
  }

  OptionalLong ended() {
    return ended;
  }

  PegasusJob job(String jobId) {
    return jobs.computeIfAbsent(jobId, PegasusJob::new);
  }

  PegasusTask task(String taskId) {
    return tasks.computeIfAbsent(taskId, PegasusTask::new);
  }

  Map<String, PegasusJob> jobs() {
    return jobs;
  }

  Map<String, PegasusTask> tasks() {
    return tasks;
  }

  List<Dependency> jobEdges() {
    return jobEdges;
  }
}
