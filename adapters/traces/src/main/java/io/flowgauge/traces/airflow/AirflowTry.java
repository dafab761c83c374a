package io.flowgauge.traces.airflow;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** One try of a task instance; times in epoch nanoseconds. Not thread-safe. */
final class AirflowTry {
  final String where;
  String workflow = "";
  String run = "";
  String task = "";

  /** -1 for a task that is not mapped. */
  int index = -1;

  int number = 1;

  /** Empty for an instance that has not been scheduled yet. */
  String state = "";

  OptionalLong scheduled = OptionalLong.empty();
  OptionalLong queued = OptionalLong.empty();
  OptionalLong started = OptionalLong.empty();
  OptionalLong ended = OptionalLong.empty();
  String host = "";
  final Map<String, String> attributes = new LinkedHashMap<>();

  AirflowTry(String where) {
    this.where = where;
  }

  /** Returns the id of the instance: {@code task}, or {@code task[3]} if the task is mapped. */
  String id() {
    return index < 0 ? task : task + "[" + index + "]";
  }

  boolean isQueuedAgain() {
    return queued.isPresent() && started.isPresent() && queued.getAsLong() > started.getAsLong();
  }

  /** Whether a worker ran it: Airflow also sets times of tasks that it passes over. */
  boolean hasRun() {
    return started.isPresent() && !host.isEmpty();
  }
}
