package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;

/**
 * Indices of the columns in a table from which a task is made; -1 for columns that it lacks.
 * Immutable.
 */
final class TaskColumns {
  final TableColumns table;
  final int name;
  final int process;
  final int status;
  final int exit;
  final int attempt;
  final int submit;
  final int start;
  final int complete;
  final int duration;
  final int realtime;
  final int hostname;
  final boolean hasTags;

  /** Indices of the columns with values measured on the node. */
  private final int[] measured;

  TaskColumns(TableColumns of) {
    table = of;
    name = of.indexOf(TraceColumns.NAME);
    process = of.indexOf(TraceColumns.PROCESS);
    status = of.indexOf(TraceColumns.STATUS);
    exit = of.indexOf(TraceColumns.EXIT);
    attempt = of.indexOf(TraceColumns.ATTEMPT);
    submit = of.indexOf(TraceColumns.SUBMIT);
    start = of.indexOf(TraceColumns.START);
    complete = of.indexOf(TraceColumns.COMPLETE);
    duration = of.indexOf(TraceColumns.DURATION);
    realtime = of.indexOf(TraceColumns.REALTIME);
    hostname = of.indexOf(TraceColumns.HOSTNAME);
    hasTags = of.has(TraceColumns.TAG);
    measured = TraceColumns.MEASURED.stream().mapToInt(of::indexOf).filter(k -> k >= 0).toArray();
  }

  /** Whether the table has values measured on the node, but this row has none. */
  boolean lacksMeasured(TableRow row) {
    for (int column : measured) {
      if (!row.text(column).isEmpty()) {
        return false;
      }
    }
    return measured.length > 0;
  }
}
