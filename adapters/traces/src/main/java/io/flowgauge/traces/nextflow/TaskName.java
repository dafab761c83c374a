package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableRow;
import java.util.Optional;

/** Finds the names in a row. Stateless. */
final class TaskName {
  private static final String TAG_OPENS = " (";

  private TaskName() {}

  /** Name of the task, as {@code FASTQC (sample1)}; empty if nothing in the row names it. */
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

  /** The process in the name of a task, as {@code FASTQC}. */
  static String processIn(String name) {
    return hasTag(name) ? name.substring(0, name.indexOf(TAG_OPENS)) : name;
  }

  /**
   * The tag in the name of a task, as {@code sample1}; empty if it has none. A number in
   * parentheses is the index of a task without tag, which says nothing about its data.
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
