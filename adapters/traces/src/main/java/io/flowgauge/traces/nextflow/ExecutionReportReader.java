package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.DelimitedFile;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads execution reports made from Nextflow traces, which state how long the tasks of a workflow
 * took on a machine: tables with the columns {@code Task}, {@code Machine} and {@code Realtime} (in
 * milliseconds). Stateless and thread-safe.
 *
 * <p>Each row is an activity of type {@code Task} with T(a) = {@code Realtime} on the processor
 * {@code Machine}, without events. Its id consists of workflow, task, label and input, but not the
 * machine: reports from several machines have equal ids for equal work and serve as each other's
 * history.
 */
public final class ExecutionReportReader implements RunReader {
  private static final String TASK = "Task";
  private static final String MACHINE = "Machine";
  private static final String REALTIME = "Realtime";
  private static final String TASK_INPUT = "TaskInputSize";
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,15}");

  /** Columns that describe the input of a task. */
  private static final List<String> INPUT =
      List.of("Label", "Workflow", "NumberSequences", "WorkflowInputSize", TASK_INPUT);

  private static final int FIRST_ATTEMPT = 1;

  /** Made by the service loader. */
  public ExecutionReportReader() {}

  @Override
  public String format() {
    return "execution-report";
  }

  @Override
  public Match match(TraceFile file) {
    return TableColumns.in(file).filter(ExecutionReportReader::areReport).isPresent()
        ? Match.RUN
        : Match.NO;
  }

  private static boolean areReport(TableColumns columns) {
    return columns.hasAll(List.of(TASK, MACHINE, REALTIME));
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    TableColumns columns = TableColumns.require(file);
    if (!areReport(columns)) {
      throw file.error(
          "line 1",
          "the columns " + String.join(", ", columns.names()),
          "the columns " + TASK + ", " + MACHINE + " and " + REALTIME);
    }
    Report report = new Report(file, into);
    try (DelimitedFile table = DelimitedFile.open(file, columns)) {
      for (Optional<TableRow> row = table.next(columns);
          row.isPresent();
          row = table.next(columns)) {
        report.add(row.get());
      }
    }
    report.report();
    return "";
  }

  /** Reads one report. */
  private static final class Report {
    private final TraceFile file;
    private final RunRecorder into;
    private final Map<String, Integer> copies = new HashMap<>();
    private final OddityCount cut =
        new OddityCount("row", "not used: it has no task, or more or fewer cells than columns");
    private final OddityCount open = Oddity.OPEN_ROW.counter();
    private final OddityCount untimed =
        new OddityCount("row", "without a realtime that can be read; it is not measured");
    private final OddityCount repeated =
        new OddityCount(
            "row",
            "about the same task and input as an earlier one; its id ends in # and a number");

    Report(TraceFile file, RunRecorder into) {
      this.file = file;
      this.into = into;
    }

    void add(TableRow row) {
      Optional<String> task = row.get(TASK);
      String place = "line " + row.line();
      if (!row.isTerminated()) {
        open.add(place);
      }
      if (row.isHeader() || !row.isWhole() || task.isEmpty()) {
        cut.add(place);
        return;
      }
      String id = id(task.get(), row, place);
      into.activity(Activity.of(id, task.get()).withAttributes(attributes(row)));
      row.get(MACHINE).ifPresent(machine -> into.assign(id, FIRST_ATTEMPT, machine));
      OptionalLong nanos = row.get(REALTIME).map(HumanUnits::nanos).orElse(OptionalLong.empty());
      nanos.ifPresentOrElse(time -> into.wallclock(id, time), () -> untimed.add(place));
    }

    private String id(String task, TableRow row, String place) {
      StringBuilder id = new StringBuilder(task);
      for (String column : INPUT) {
        row.get(column)
            .ifPresent(value -> id.append(", ").append(column).append(' ').append(value));
      }
      int copy = copies.merge(id.toString(), 1, Integer::sum);
      if (copy > 1) {
        repeated.add(place);
        id.append(" #").append(copy);
      }
      return id.toString();
    }

    private static Map<String, String> attributes(TableRow row) {
      Map<String, String> attributes = new TreeMap<>();
      for (String column : row.columns().names()) {
        if (!column.equals(TASK) && !column.equals(MACHINE) && !column.equals(REALTIME)) {
          row.get(column).ifPresent(value -> attributes.put(column, value));
        }
      }
      row.get(TASK_INPUT)
          .filter(size -> WHOLE.matcher(size).matches())
          .ifPresent(size -> attributes.put(WorkAttributes.INPUT_BYTES, size));
      return attributes;
    }

    void report() {
      cut.report(Diagnostic.Severity.ERROR, file, into);
      open.report(Diagnostic.Severity.WARNING, file, into);
      untimed.report(Diagnostic.Severity.WARNING, file, into);
      repeated.report(Diagnostic.Severity.WARNING, file, into);
      into.diagnostic(
          Diagnostic.info(
              file.fileName(),
              "an execution report has neither event times nor dependencies: only realtimes of "
                  + copies.size()
                  + " tasks"));
    }
  }
}
