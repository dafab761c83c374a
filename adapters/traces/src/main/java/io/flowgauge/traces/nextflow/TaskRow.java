package io.flowgauge.traces.nextflow;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One row of a trace: an attempt of a task. Two rows are equal when the trace says the same of
 * both.
 *
 * @param key distinguishes it from rows of the same name: its task id, else hash, else native id;
 *     empty where it has none
 * @param attempt its number, if the trace has it
 * @param host where it ran
 */
record TaskRow(
    String key,
    TaskName task,
    TaskStatus status,
    OptionalInt attempt,
    TaskTimes times,
    Optional<String> host,
    Map<String, String> attributes) {

  /** Whether Nextflow may have submitted the task again after it. */
  boolean mayBeRetried() {
    return status == TaskStatus.FAILED
        && attributes.getOrDefault(TraceColumns.ERROR_ACTION, "RETRY").equals("RETRY");
  }

  /** The same with other times. */
  TaskRow withTimes(TaskTimes other) {
    return new TaskRow(key, task, status, attempt, other, host, attributes);
  }

  /** The same with attributes of another source, where it has none of its own. */
  TaskRow completedBy(Map<String, String> further) {
    Map<String, String> both = new TreeMap<>(further);
    both.putAll(attributes);
    return new TaskRow(key, task, status, attempt, times, host, both);
  }
}
