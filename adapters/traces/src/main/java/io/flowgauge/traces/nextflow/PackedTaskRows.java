package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.IdIndex;
import io.flowgauge.traces.table.PackedRows;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Rows of a trace in compact form, because there may be millions of them, by their numbers in
 * order. Not thread-safe.
 */
final class PackedTaskRows {
  private static final TaskStatus[] STATUSES = TaskStatus.values();

  private final IdIndex names = new IdIndex();
  private final PackedRows rows = new PackedRows();

  /** Shared with the activities made from the rows. */
  private final List<Map<String, String>> attributes = new ArrayList<>();

  /** Returns the names of tasks, each once, in the order of their first rows. */
  IdIndex names() {
    return names;
  }

  /** Returns the number of rows. */
  int size() {
    return rows.size();
  }

  /** Adds a row, and returns the index of its name. */
  @SuppressWarnings("EnumOrdinal") // Ordinals are kept in memory only.
  int add(TaskRow row) {
    int name = names.index(row.name());
    attributes.add(row.attributes());
    rows.number(row.status().ordinal())
        .number(row.submit())
        .number(row.queued() - row.submit())
        .number(row.start() - row.submit())
        .number(row.complete() - row.submit())
        .number(row.realtime())
        .number(row.number())
        .number(row.hasTags() ? 1 : 0)
        .number(name)
        .text(row.process())
        .text(row.node())
        .end();
    return name;
  }

  /** Returns the status of a row. */
  TaskStatus status(int row) {
    return STATUSES[(int) rows.row(row).number()];
  }

  /** Returns the times of a row. */
  TaskTimes times(int row) {
    PackedRows.Row values = rows.row(row);
    values.number();
    return times(values);
  }

  private static TaskTimes times(PackedRows.Row values) {
    long submit = values.number();
    long queued = submit + values.number();
    long start = submit + values.number();
    long complete = submit + values.number();
    return new TaskTimes(queued, submit, start, complete, values.number());
  }

  /** Rebuilds a row. */
  TaskRow get(int row) {
    PackedRows.Row values = rows.row(row);
    TaskStatus status = STATUSES[(int) values.number()];
    TaskTimes times = times(values);
    int number = (int) values.number();
    boolean hasTags = values.number() == 1;
    String name = names.id((int) values.number());
    Activity activity = Activity.of(name, values.text()).withAttributes(attributes.get(row));
    return new TaskRow(activity, hasTags, status, number, times, values.text());
  }
}
