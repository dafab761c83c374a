package io.flowgauge.traces.nextflow;

import io.flowgauge.workflow.Activity;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One row of a trace: an attempt of a task. Two rows are equal if the trace states the same values
 * for both. Traces have millions of rows, so derived values are not kept. Immutable.
 *
 * @param activity the task with its name, such as {@code FASTQC (sample1)}, its process, such as
 *     {@code FASTQC}, and the attributes of the row: the final activity of most tasks, which have
 *     one attempt
 * @param hasTags whether the trace has a column of tags, so that tags in names are ignored
 * @param number the number of the attempt; 0 if the trace does not have it
 * @param node the host it ran on; empty if unknown
 * @param queued when it entered Nextflow's own queue; this and the following times are as in {@link
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

  TaskTimes times() {
    return new TaskTimes(queued, submit, start, complete, realtime);
  }

  String name() {
    return activity.id();
  }

  String process() {
    return activity.type();
  }

  /** Returns the other values of the row by column. */
  Map<String, String> attributes() {
    return activity.attributes();
  }

  /**
   * Returns what distinguishes it from rows of the same name: its task id, or else its hash, or
   * else its native id; empty if it has none.
   */
  String key() {
    String id = attributes().get(TraceColumns.TASK_ID);
    String hash = id == null ? attributes().get(TraceColumns.HASH) : id;
    return hash == null ? attributes().getOrDefault(TraceColumns.NATIVE_ID, "") : hash;
  }

  /** Returns the task's tag, such as {@code sample1}; empty if it has none. */
  String tag() {
    return hasTags ? attributes().getOrDefault(TraceColumns.TAG, "") : TaskName.tagIn(name());
  }

  /** Returns the number of the attempt, if the trace has it. */
  OptionalInt attempt() {
    return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** Returns the host it ran on. */
  Optional<String> host() {
    return node.isEmpty() ? Optional.empty() : Optional.of(node);
  }

  /** Whether Nextflow may have submitted the task again after this attempt. */
  boolean mayBeRetried() {
    return status == TaskStatus.FAILED
        && attributes().getOrDefault(TraceColumns.ERROR_ACTION, "RETRY").equals("RETRY");
  }

  /** Returns a copy with other times. */
  TaskRow withTimes(TaskTimes other) {
    return new TaskRow(activity, hasTags, status, number, other, node);
  }

  /** Returns a copy with further attributes from another source; its own take precedence. */
  TaskRow completedBy(Map<String, String> further) {
    Map<String, String> both = new TreeMap<>(further);
    both.putAll(attributes());
    return new TaskRow(activity.withAttributes(both), hasTags, status, number, times(), node);
  }
}
