package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableRow;
import java.util.Optional;

/** Finds the names of task, process and tag. Stateless. */
final class TaskName {
  private static final String TAG_OPENS = " (";

  private TaskName() {}

  /**
   * Returns the name of the task, such as {@code FASTQC (sample1)}; empty if nothing in the row
   * names it.
   */
  static Optional<String> of(TableRow row) {
    Optional<String> name = row.get(TraceColumns.NAME);
    return name.isPresent() ? name : fromProcess(row).or(() -> key(row));
  }

  private static Optional<String> fromProcess(TableRow row) {
    Optional<String> tag = row.get(TraceColumns.TAG);
    return row.get(TraceColumns.PROCESS).map(p -> tag.map(t -> p + TAG_OPENS + t + ")").orElse(p));
  }

  private static Optional<String> key(TableRow row) {
    return row.get(TraceColumns.TASK_ID)
        .or(() -> row.get(TraceColumns.HASH))
        .or(() -> row.get(TraceColumns.NATIVE_ID));
  }

  /** Returns the process in the name of a task, such as {@code FASTQC}. */
  static String processIn(String name) {
    return hasTag(name) ? name.substring(0, name.indexOf(TAG_OPENS)) : name;
  }

  /**
   * Returns the tag in the name of a task, such as {@code sample1}; empty if it has none. A number
   * in parentheses is the index of a task without tag, which does not identify its data.
   */
  static String tagIn(String name) {
    if (!hasTag(name)) {
      return "";
    }
    String tag = name.substring(name.indexOf(TAG_OPENS) + TAG_OPENS.length(), name.length() - 1);
    return tag.chars().allMatch(Character::isDigit) ? "" : tag;
  }

  private static boolean hasTag(String name) {
    return name.endsWith(")") && name.indexOf(TAG_OPENS) > 0;
  }
}
