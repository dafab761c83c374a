package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;

/**
 * Where a table has the columns that a task is made of: their indices, -1 for those it does not
 * have. Immutable.
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

  /** Those that it has of the columns measured on the node. */
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

  /** Whether a table measures tasks on their nodes, but has no value of a row's. */
  boolean lacksMeasured(TableRow row) {
    for (int column : measured) {
      if (!row.text(column).isEmpty()) {
        return false;
      }
    }
    return measured.length > 0;
  }
}
