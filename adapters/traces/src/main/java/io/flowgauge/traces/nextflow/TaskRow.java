package io.flowgauge.traces.nextflow;

import io.flowgauge.workflow.Activity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One row of a trace: an attempt of a task. Two rows are equal when the trace says the same of
 * both. Traces have millions of them, so what follows from the rest is not kept. Immutable.
 *
 * @param activity the task by its name, as {@code FASTQC (sample1)}, and its process, as {@code
 *     FASTQC}, with the attributes of the row: what most tasks, which have one attempt, become
 * @param hasTags whether the trace has tags of tasks, so that those in names do not count
 * @param number the number of the attempt; 0 if the trace does not have it
 * @param node where it ran; empty where unknown
 * @param queued when it entered Nextflow's own queue; this time and those after it are as in {@link
 *     TaskTimes}, which would take more space
 */
record TaskRow(
    Activity activity,
    boolean hasTags,
    TaskStatus status,
    int number,
    String node,
    long queued,
    long submit,
    long start,
    long complete,
    long realtime) {

  TaskRow(
      Activity activity,
      boolean hasTags,
      TaskStatus status,
      int number,
      TaskTimes times,
      String node) {
    this(
        activity,
        hasTags,
        status,
        number,
        node,
        times.queuedNanos(),
        times.submitNanos(),
        times.startNanos(),
        times.completeNanos(),
        times.realtimeNanos());
  }

  /** Its times. */
  TaskTimes times() {
    return new TaskTimes(queued, submit, start, complete, realtime);
  }

  /** The task's name. */
  String name() {
    return activity.id();
  }

  /** The process it is a task of. */
  String process() {
    return activity.type();
  }

  /** What else the row says, by the names of columns. */
  Map<String, String> attributes() {
    return activity.attributes();
  }

  /**
   * Distinguishes it from rows of the same name: its task id, else hash, else native id; empty
   * where it has none.
   */
  String key() {
    String id = attributes().get(TraceColumns.TASK_ID);
    String hash = id == null ? attributes().get(TraceColumns.HASH) : id;
    return hash == null ? attributes().getOrDefault(TraceColumns.NATIVE_ID, "") : hash;
  }

  /** The task's tag, as {@code sample1}; empty where it has none. */
  String tag() {
    return hasTags ? attributes().getOrDefault(TraceColumns.TAG, "") : TaskName.tagIn(name());
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
        && attributes().getOrDefault(TraceColumns.ERROR_ACTION, "RETRY").equals("RETRY");
  }

  /** The same with other times. */
  TaskRow withTimes(TaskTimes other) {
    return new TaskRow(activity, hasTags, status, number, other, node);
  }

  /** The same with attributes of another source, where it has none of its own. */
  TaskRow completedBy(Map<String, String> further) {
    Map<String, String> both = new TreeMap<>(further);
    both.putAll(attributes());
    return new TaskRow(activity.withAttributes(both), hasTags, status, number, times(), node);
  }
}
