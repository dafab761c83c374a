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

  /** When its attempts were submitted, by their numbers; empty if it was skipped. */
  final Map<Integer, Long> submissions = new TreeMap<>();

  OptionalLong completed = OptionalLong.empty();
  final List<SparkTask> tasks = new ArrayList<>();

  SparkStage(int id) {
    this.id = id;
  }

  /** Whether it was submitted, even if the log lacks the time. */
  boolean hasRun() {
    return !submissions.isEmpty() || !tasks.isEmpty();
  }

  OptionalLong firstSubmission() {
    return submissions.values().stream().mapToLong(Long::longValue).min();
  }

  /** Whether its output is kept for other stages, so that it is skipped if needed again. */
  boolean writesShuffle() {
    return tasks.stream().anyMatch(task -> task.type.equals("ShuffleMapTask"));
  }

  /** Whether any of its tasks run or wait. */
  boolean isUnderWay() {
    return hasRun()
        && completed.isEmpty()
        && (tasks.size() < size || tasks.stream().anyMatch(task -> task.finished.isEmpty()));
  }

  /** Returns when it ended or, if it has not, when the last of its completed tasks ended. */
  OptionalLong lastEnd() {
    return completed.isPresent()
        ? completed
        : tasks.stream().flatMapToLong(task -> task.finished.stream()).max();
  }
}
