package io.flowgauge.traces.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The contents of an application's events; times in epoch nanoseconds. Not thread-safe. */
final class SparkApplication {
  String name = "";
  OptionalLong started = OptionalLong.empty();
  OptionalLong ended = OptionalLong.empty();
  int coresPerTask = 1;
  final Map<String, SparkExecutor> executors = new LinkedHashMap<>();
  final Map<Integer, SparkJob> jobs = new TreeMap<>();
  final Map<Integer, SparkStage> stages = new TreeMap<>();
  final Map<Long, SparkTask> tasks = new LinkedHashMap<>();

  SparkStage stage(int id) {
    return stages.computeIfAbsent(id, SparkStage::new);
  }

  /** Adds a launch; its end replaces its start. */
  void add(SparkTask task) {
    tasks.put(task.id, task);
  }

  /** Assigns the tasks to their stages. */
  void sort() {
    stages.values().forEach(stage -> stage.tasks.clear());
    tasks.values().forEach(task -> stage(task.stage).tasks.add(task));
  }
}
