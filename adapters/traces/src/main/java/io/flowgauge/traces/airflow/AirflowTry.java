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

  /** Empty for an instance that is not scheduled yet. */
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

  /** The instance: {@code task}, or {@code task[3]} of a mapped one. */
  String id() {
    return index < 0 ? task : task + "[" + index + "]";
  }

  boolean isQueuedAgain() {
    return queued.isPresent() && started.isPresent() && queued.getAsLong() > started.getAsLong();
  }

  /** Whether a worker had it: Airflow sets times of tasks that it passes over, too. */
  boolean hasRun() {
    return started.isPresent() && !host.isEmpty();
  }
}
