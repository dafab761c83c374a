package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.slurm.SlurmJobs;
import io.flowgauge.traces.table.CellRows;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the traces that Nextflow writes with {@code -with-trace}, raw or in human units, separated
 * by tabs, commas or semicolons, with any choice of columns in any order. Stateless and
 * thread-safe.
 *
 * <p>{@code submit} is SUBMITTED, {@code start} is ACTIVE, {@code complete} is COMPLETED, FAILED or
 * ABORTED by {@code status}; {@code realtime} of the last attempt is T(a). Without {@code complete}
 * the end is {@code submit} plus {@code duration}; without {@code start} there is no ACTIVE. Tasks
 * taken from an earlier run (CACHED) become activities without events. Times in human units have no
 * zone ({@link TimeBase#UNKNOWN_ZONE}).
 *
 * <p>A task and its retries, which share a name but have different task ids, are one activity. Its
 * id is the name or, if several tasks share it, {@code name [task_id]} with the task id of the
 * first attempt. Its type is the process. Further columns of the last attempt become attributes:
 * sizes in bytes, {@code time} in milliseconds, percentages without sign.
 *
 * <p>A trace has no dependencies. They come from a table next to it whose columns {@code from_task}
 * and {@code to_task} hold task ids, else from the input files in the events next to it, else from
 * the process graph in DOT. A diagnostic names the source.
 *
 * <p>Events of an observer next to it (see {@link NextflowEventsReader}) replace the rows with the
 * same hash: they also have the time at which a task entered Nextflow's own queue, and all their
 * times are in epoch milliseconds.
 *
 * <p>Records of Slurm next to it are joined by {@code native_id}: ACTIVE is Slurm's start, PENDING
 * the time the job became eligible, and the node is the processor. The times Nextflow saw by
 * polling stay: its start as the attribute {@code nextflow_start}, its completion as the end of the
 * attempt; Slurm's start and end are the phase {@code slurm job} of the last attempt.
 */
public final class NextflowTraceReader implements RunReader {

  /** Made by the service loader. */
  public NextflowTraceReader() {}

  @Override
  public String format() {
    return "nextflow-trace";
  }

  @Override
  public Match match(TraceFile file) {
    if (TableColumns.in(file).filter(TraceColumns::areTrace).isPresent()) {
      return Match.RUN;
    }
    boolean companion =
        ObserverEvents.areIn(file) || Companion.of(file).isPresent() || SlurmJobs.isRecords(file);
    return companion ? Match.COMPANION : Match.NO;
  }

  /** Returns the trace of the run that took results from all the others. */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    return Resumption.latest(runs);
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    TableColumns columns = columns(file);
    Oddities oddities = new Oddities();
    Optional<ObservedRun> observed = observed(file, companions, oddities, into);
    List<NextflowTask> tasks = tasks(file, columns, observed, oddities, into);
    BatchJoin batch = BatchJoin.of(companions, tasks, into);
    ForkLimits limits = new ForkLimits(observed.map(ObservedRun::maxForks).orElse(Map.of()), tasks);
    NextflowRecording recording = new NextflowRecording(into, oddities, batch, limits);
    tasks.forEach(recording::record);
    limits.recordInto(file.fileName(), into);
    batch.report(into);
    oddities.report(file, into);
    observed.ifPresent(run -> run.report(into));
    reportOn(file, columns, tasks, into);
    new Dependencies(file, tasks, into).record(companions, observed);
    return "";
  }

  /** Reads the events of the run; of several files, those that mention a task of the trace. */
  private static Optional<ObservedRun> observed(
      TraceFile trace, List<TraceFile> companions, Oddities oddities, RunRecorder into)
      throws IOException {
    List<TraceFile> files = companions.stream().filter(ObserverEvents::areIn).toList();
    Optional<TraceFile> own = Resumption.eventsOf(trace, files);
    for (TraceFile file : companions) {
      boolean other = files.contains(file) && !own.equals(Optional.of(file));
      boolean resumed = TableColumns.in(file).filter(TraceColumns::areTrace).isPresent();
      if (other || resumed) {
        into.diagnostic(Diagnostic.info(file.fileName(), "not used: it belongs to another run"));
      }
    }
    return own.isEmpty()
        ? Optional.empty()
        : Optional.of(ObservedRun.readCompanion(own.get(), oddities, into));
  }

  private static TableColumns columns(TraceFile file) throws TraceFormatException {
    TableColumns columns = TableColumns.require(file);
    require(file, columns, TraceColumns.IDENTIFYING, "a column that names a task");
    require(file, columns, TraceColumns.TIMES, "a column of a time or duration");
    return columns;
  }

  private static void require(TraceFile file, TableColumns columns, List<String> any, String what)
      throws TraceFormatException {
    if (!columns.hasAny(any)) {
      throw file.error(
          "line 1",
          "the columns " + String.join(", ", columns.names()),
          what + ": " + String.join(", ", any));
    }
  }

  private static List<NextflowTask> tasks(
      TraceFile file,
      TableColumns columns,
      Optional<ObservedRun> observed,
      Oddities oddities,
      RunRecorder into)
      throws IOException {
    RowParser parser = new RowParser(oddities);
    ObservedRows rows = new ObservedRows(observed, parser);
    TaskGrouping grouping = new TaskGrouping(oddities);
    try (CellRows table = CellRows.open(file, columns)) {
      TableRow row = TableRow.in(table, columns);
      while (table.next()) {
        rows.row(row).ifPresent(grouping::add);
      }
    }
    rows.rest().forEach(grouping::add);
    rows.report(file, into);
    into.timeBase(parser.metUnknownZone() ? TimeBase.UNKNOWN_ZONE : TimeBase.UTC);
    return grouping.tasks();
  }

  private static void reportOn(
      TraceFile file, TableColumns columns, List<NextflowTask> tasks, RunRecorder into) {
    if (tasks.isEmpty()) {
      into.diagnostic(Diagnostic.warning(file.fileName(), "the trace has no task"));
    }
    if (!columns.repeated().isEmpty()) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(),
              "of columns with the same name the first is read: "
                  + Oddities.shown(String.join(", ", columns.repeated()))));
    }
    List<String> unused = TraceColumns.unused(columns);
    if (!unused.isEmpty()) {
      into.diagnostic(
          Diagnostic.info(
              file.fileName(),
              unused.size()
                  + " columns are not read: "
                  + Oddities.shown(String.join(", ", unused))));
    }
  }
}
