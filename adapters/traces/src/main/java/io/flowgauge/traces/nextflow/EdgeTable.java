package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.CellRows;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads task to task dependencies from a table whose columns {@code from_task} and {@code to_task}
 * hold task ids of attempts. Not thread-safe.
 */
final class EdgeTable {
  private static final String FROM = "from_task";
  private static final String TO = "to_task";

  private final TraceFile file;
  private final TaskLinks links;
  private final Map<String, NextflowTask> tasks;
  private final OddityCount unknown =
      new OddityCount(
          "edge", "is left out, because it names a task id that the trace does not have");
  private final OddityCount loops =
      new OddityCount("edge", "is left out, because it leads from a task to itself");
  private final OddityCount cut = new OddityCount("row", "is left out, because it is not an edge");
  private final OddityCount open = Oddity.OPEN_ROW.counter();
  private final OddityCount repeated =
      new OddityCount("edge", "repeats an earlier edge between the same two tasks");

  EdgeTable(TraceFile file, TaskLinks links, Map<String, NextflowTask> tasksByTaskId) {
    this.file = file;
    this.links = links;
    this.tasks = tasksByTaskId;
  }

  static boolean hasColumns(TableColumns columns) {
    return columns.hasAll(List.of(FROM, TO));
  }

  /** Returns tasks by the task ids of their attempts; the first task of an id counts. */
  static Map<String, NextflowTask> byTaskId(List<NextflowTask> tasks) {
    Map<String, NextflowTask> byId = new HashMap<>();
    for (NextflowTask task : tasks) {
      for (NextflowTask.Attempt attempt : task.attempts()) {
        String id = attempt.row().attributes().get(TraceColumns.TASK_ID);
        if (id != null) {
          byId.putIfAbsent(id, task);
        }
      }
    }
    return byId;
  }

  void read(RunRecorder into) throws IOException {
    TableColumns columns = TableColumns.require(file);
    try (CellRows table = CellRows.open(file, columns)) {
      TableRow row = TableRow.in(table, columns);
      while (table.next()) {
        take(row);
      }
    }
    unknown.report(Diagnostic.Severity.WARNING, file, into);
    loops.report(Diagnostic.Severity.WARNING, file, into);
    cut.report(Diagnostic.Severity.ERROR, file, into);
    open.report(Diagnostic.Severity.WARNING, file, into);
    repeated.report(Diagnostic.Severity.INFO, file, into);
  }

  private void take(TableRow row) {
    Optional<String> from = row.get(FROM);
    Optional<String> to = row.get(TO);
    String place = "line " + row.line() + ", " + from.orElse("-") + " -> " + to.orElse("-");
    if (!row.isTerminated()) {
      open.add(place);
    }
    if (from.isEmpty() || to.isEmpty()) {
      cut.add(place);
      return;
    }
    NextflowTask earlier = tasks.get(from.get());
    NextflowTask later = tasks.get(to.get());
    if (earlier == null || later == null) {
      unknown.add(place);
    } else if (earlier == later) {
      loops.add(place);
    } else if (!links.add(earlier, later)) {
      repeated.add(place);
    }
  }
}
