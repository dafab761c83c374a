package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.TableRow;
import java.util.List;
import java.util.Optional;

/**
 * Rows of a trace, each replaced by an observer's record of the same attempt if there are events
 * next to the trace. Not thread-safe.
 */
final class ObservedRows {
  private final Optional<ObservedRun> observed;
  private final RowParser parser;
  private final RowAttributes attributes = new RowAttributes();
  private long replaced;
  private long added;

  ObservedRows(Optional<ObservedRun> observed, RowParser parser) {
    this.observed = observed;
    this.parser = parser;
  }

  /** Returns the attempt of a row; empty if it cannot be used. */
  Optional<TaskRow> row(TableRow row) {
    if (observed.isEmpty()) {
      return parser.parse(row);
    }
    Optional<String> hash = row.get(TraceColumns.HASH);
    if (hash.isEmpty() || !row.isWhole() || !observed.get().knows(hash.get())) {
      return parser.parse(row);
    }
    replaced++;
    return observed.get().take(hash.get()).map(logged -> logged.completedBy(attributes.of(row)));
  }

  /** Returns the attempts that only the events mention. */
  List<TaskRow> rest() {
    List<TaskRow> rest =
        replaced == 0 ? List.of() : observed.map(ObservedRun::takeRest).orElse(List.of());
    added = rest.size();
    return rest;
  }

  void report(TraceFile trace, RunRecorder into) {
    if (observed.isEmpty()) {
      return;
    }
    String events = observed.get().file().fileName();
    if (replaced == 0) {
      into.diagnostic(
          Diagnostic.warning(
              events, "not used: none of its events belongs to a task of " + trace.fileName()));
    } else {
      into.diagnostic(
          Diagnostic.info(
              events,
              "adds the times of "
                  + replaced
                  + " attempts, including when they entered Nextflow's own queue"));
    }
    if (added > 0) {
      into.diagnostic(
          Diagnostic.info(
              events, added + " attempts for which " + trace.fileName() + " has no row"));
    }
  }
}
