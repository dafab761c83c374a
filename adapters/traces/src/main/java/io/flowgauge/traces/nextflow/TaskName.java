package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableRow;
import io.flowgauge.traces.table.TextPool;
import java.util.Optional;

/**
 * Identifies the task of a row.
 *
 * @param name the task's name, as {@code FASTQC (sample1)}
 * @param process the process it is a task of, as {@code FASTQC}
 * @param tag its tag, as {@code sample1}; empty where it has none
 */
record TaskName(String name, String process, String tag) {
  private static final String TAG_OPENS = " (";

  /** Finds name, process and tag of a row; empty if nothing in it names a task. */
  static Optional<TaskName> of(TableRow row) {
    Optional<String> process = row.get(TraceColumns.PROCESS);
    Optional<String> tag = row.get(TraceColumns.TAG);
    return row.get(TraceColumns.NAME)
        .or(() -> process.map(p -> tag.map(t -> p + " (" + t + ")").orElse(p)))
        .or(() -> key(row))
        .map(
            name ->
                new TaskName(
                    name, process.orElse(processIn(name)), tag.orElseGet(() -> tagIn(name, row))));
  }

  /** The same name, its process and tag taken from a pool. */
  TaskName sharing(TextPool pool) {
    return new TaskName(name, pool.shared(process), pool.shared(tag));
  }

  /** The key that distinguishes a row from others of its name. */
  static Optional<String> key(TableRow row) {
    return row.get(TraceColumns.TASK_ID)
        .or(() -> row.get(TraceColumns.HASH))
        .or(() -> row.get(TraceColumns.NATIVE_ID));
  }

  private static String processIn(String name) {
    return hasTag(name) ? name.substring(0, name.indexOf(TAG_OPENS)) : name;
  }

  /**
   * A number in parentheses is the index of a task without tag, which says nothing about its data.
   */
  private static String tagIn(String name, TableRow row) {
    if (row.columns().has(TraceColumns.TAG) || !hasTag(name)) {
      return "";
    }
    String tag = name.substring(name.indexOf(TAG_OPENS) + TAG_OPENS.length(), name.length() - 1);
    return tag.chars().allMatch(Character::isDigit) ? "" : tag;
  }

  private static boolean hasTag(String name) {
    return name.indexOf(TAG_OPENS) > 0 && name.endsWith(")");
  }
}
