package io.flowgauge.traces.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A stage; times in epoch nanoseconds. Not thread-safe. */
final class SparkStage {
  final int id;
  String name = "";
  int size;

  /** The data set that its tasks compute; -1 if unknown. */
  int dataSet = -1;

  List<Integer> parents = List.of();

  /** When its attempts were submitted, by their numbers. A stage that is skipped has none. */
  final Map<Integer, Long> submissions = new TreeMap<>();

  OptionalLong completed = OptionalLong.empty();
  final List<SparkTask> tasks = new ArrayList<>();

  SparkStage(int id) {
    this.id = id;
  }

  /** Whether it was submitted, though the log may lack the time. */
  boolean hasRun() {
    return !submissions.isEmpty() || !tasks.isEmpty();
  }

  OptionalLong firstSubmission() {
    return submissions.values().stream().mapToLong(Long::longValue).min();
  }

  /** Whether its output is kept for other stages, which skip it if they need it again. */
  boolean writesShuffle() {
    return tasks.stream().anyMatch(task -> task.type.equals("ShuffleMapTask"));
  }

  /** Whether tasks of it run or wait. */
  boolean isUnderWay() {
    return hasRun()
        && completed.isEmpty()
        && (tasks.size() < size || tasks.stream().anyMatch(task -> task.finished.isEmpty()));
  }

  /** When it, or the last of its tasks so far, ended. */
  OptionalLong lastEnd() {
    return completed.isPresent()
        ? completed
        : tasks.stream().flatMapToLong(task -> task.finished.stream()).max();
  }
}
