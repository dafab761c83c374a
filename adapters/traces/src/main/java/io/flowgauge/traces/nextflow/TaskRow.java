package io.flowgauge.traces.nextflow;

import io.flowgauge.workflow.Activity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One row of a trace: an attempt of a task. Two rows are equal when the trace says the same of
 * both. Traces have millions of them, so what can be told from the rest is not kept. Immutable.
 *
 * @param name the task's name, as {@code FASTQC (sample1)}
 * @param process the process it is a task of, as {@code FASTQC}
 * @param hasTags whether the trace has tags of tasks, so that those in names do not count
 * @param number the number of the attempt; 0 if the trace does not have it
 * @param node where it ran; empty where unknown
 */
record TaskRow(
    String name,
    String process,
    boolean hasTags,
    TaskStatus status,
    int number,
    TaskTimes times,
    String node,
    Map<String, String> attributes) {

  TaskRow {
    // As an activity keeps them, which takes a tenth of the space of a map of Java's.
    attributes = Activity.of(name, process).withAttributes(attributes).attributes();
  }

  /**
   * Distinguishes it from rows of the same name: its task id, else hash, else native id; empty
   * where it has none.
   */
  String key() {
    String id = attributes.get(TraceColumns.TASK_ID);
    String hash = id == null ? attributes.get(TraceColumns.HASH) : id;
    return hash == null ? attributes.getOrDefault(TraceColumns.NATIVE_ID, "") : hash;
  }

  /** The task's tag, as {@code sample1}; empty where it has none. */
  String tag() {
    return hasTags ? attributes.getOrDefault(TraceColumns.TAG, "") : TaskName.tagIn(name);
  }

  /** The number of the attempt, if the trace has it. */
  OptionalInt attempt() {
    return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** Where it ran. */
  Optional<String> host() {
    return node.isEmpty() ? Optional.empty() : Optional.of(node);
  }

  /** Whether Nextflow may have submitted the task again after it. */
  boolean mayBeRetried() {
    return status == TaskStatus.FAILED
        && attributes.getOrDefault(TraceColumns.ERROR_ACTION, "RETRY").equals("RETRY");
  }

  /** The same with other times. */
  TaskRow withTimes(TaskTimes other) {
    return new TaskRow(name, process, hasTags, status, number, other, node, attributes);
  }

  /** The same with attributes of another source, where it has none of its own. */
  TaskRow completedBy(Map<String, String> further) {
    Map<String, String> both = new TreeMap<>(further);
    both.putAll(attributes);
    return new TaskRow(name, process, hasTags, status, number, times, node, both);
  }
}
