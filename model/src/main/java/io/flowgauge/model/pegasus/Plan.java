package io.flowgauge.model.pegasus;

import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A planned workflow, one of those a log may hold. Not thread-safe. */
final class Plan {
  private final String id;
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final List<Dependency> jobEdges = new ArrayList<>();
  private final List<Dependency> taskEdges = new ArrayList<>();
  private String label = "";
  private boolean root;
  private OptionalLong planned = OptionalLong.empty();
  private OptionalLong started = OptionalLong.empty();
  private OptionalLong ended = OptionalLong.empty();

  Plan(String id) {
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

  /** When it was planned, by the clock of the planner. */
  OptionalLong planned() {
    return planned;
  }

  /** A workflow that is restarted begins with its first start. */
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

  Job job(String jobId) {
    return jobs.computeIfAbsent(jobId, Job::new);
  }

  Task task(String taskId) {
    return tasks.computeIfAbsent(taskId, Task::new);
  }

  Map<String, Job> jobs() {
    return jobs;
  }

  Map<String, Task> tasks() {
    return tasks;
  }

  List<Dependency> jobEdges() {
    return jobEdges;
  }

  List<Dependency> taskEdges() {
    return taskEdges;
  }
}
