package io.flowgauge.model.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads traces as Nextflow writes them with {@code -with-trace}, raw or in human units, separated
 * by tabs, commas or semicolons, with any choice of columns in any order. Stateless and
 * thread-safe.
 *
 * <p>{@code submit} is SUBMITTED, {@code start} is ACTIVE, {@code complete} is COMPLETED, FAILED or
 * ABORTED by {@code status}; {@code realtime} of the last attempt is T(a). Without {@code complete}
 * the end is {@code submit} plus {@code duration}; without {@code start} there is no ACTIVE. Tasks
 * taken from an earlier run (CACHED) become activities without events. Times in human units have no
 * zone ({@link TimeBase#UNKNOWN_ZONE}).
 *
 * <p>A task and its retries, which have task ids of their own and the same name, are one activity.
 * Its id is the name; where several tasks share a name, {@code name [task_id]} with the task id of
 * the first attempt. Its type is the process. Further columns of the last attempt become
 * attributes: sizes in bytes, {@code time} in milliseconds, percentages without sign.
 *
 * <p>A trace has no dependencies. They come from a table beside it whose columns {@code from_task}
 * and {@code to_task} hold task ids, else from the process graph in DOT, else there are none; a
 * diagnostic says which.
 */
public final class NextflowTraceReader implements RunReader {

  /** A reader. */
  public NextflowTraceReader() {}

  @Override
  public String format() {
    return "nextflow-trace";
  }

  @Override
  public Match match(TraceFile file) {
    if (Columns.in(file).filter(TraceColumns::areTrace).isPresent()) {
      return Match.RUN;
    }
    return Companion.of(file).isPresent() ? Match.COMPANION : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Columns columns = columns(file);
    Tally tally = new Tally();
    List<Task> tasks = tasks(file, columns, tally, into);
    TaskRecording recording = new TaskRecording(into, tally);
    tasks.forEach(recording::record);
    tally.report(file, into);
    tellAbout(file, columns, tasks, into);
    new Dependencies(file, tasks, into).record(companions);
    return "";
  }

  private static Columns columns(TraceFile file) throws TraceFormatException {
    Columns columns = Columns.require(file);
    require(file, columns, TraceColumns.IDENTIFYING, "a column that names a task");
    require(file, columns, TraceColumns.TIMES, "a column of a time or duration");
    return columns;
  }

  private static void require(TraceFile file, Columns columns, List<String> any, String what)
      throws TraceFormatException {
    if (!columns.hasAny(any)) {
      throw file.error(
          "line 1",
          "the columns " + String.join(", ", columns.names()),
          what + ": " + String.join(", ", any));
    }
  }

  private static List<Task> tasks(TraceFile file, Columns columns, Tally tally, RunRecorder into)
      throws IOException {
    RowParser parser = new RowParser(tally);
    TaskGrouping grouping = new TaskGrouping(tally);
    try (DelimitedFile table = DelimitedFile.open(file, columns)) {
      for (Optional<TableRow> row = table.next(columns);
          row.isPresent();
          row = table.next(columns)) {
        parser.parse(row.get()).ifPresent(grouping::add);
      }
    }
    into.timeBase(parser.metUnknownZone() ? TimeBase.UNKNOWN_ZONE : TimeBase.UTC);
    return grouping.tasks();
  }

  private static void tellAbout(
      TraceFile file, Columns columns, List<Task> tasks, RunRecorder into) {
    if (tasks.isEmpty()) {
      into.diagnostic(Diagnostic.warning(file.fileName(), "the trace has no task"));
    }
    if (!columns.repeated().isEmpty()) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(),
              "of columns with the same name the first is read: "
                  + Tally.shown(String.join(", ", columns.repeated()))));
    }
    List<String> unused = TraceColumns.unused(columns);
    if (!unused.isEmpty()) {
      into.diagnostic(
          Diagnostic.info(
              file.fileName(),
              unused.size() + " columns are not read: " + Tally.shown(String.join(", ", unused))));
    }
  }
}
