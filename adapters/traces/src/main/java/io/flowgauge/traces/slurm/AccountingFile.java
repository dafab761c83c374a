package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.DelimitedFile;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the output of {@code sacct --parsable2}, with any choice of columns. Rows of job steps
 * follow the row of their job; what only a step has, such as the memory it used, becomes the job's.
 * Not thread-safe.
 */
final class AccountingFile {
  private static final String COMMAND = "SubmitLine";

  private final TraceFile file;
  private final RecordParser parser;
  private final Remarks remarks;
  private final Consumer<JobRecord> into;

  /** The job whose steps may follow. */
  private JobRecord job;

  private final Map<String, String> ofSteps = new HashMap<>();

  /** By column what its values are kept as, null where they become the job's own. */
  private String[] kept = {};

  AccountingFile(TraceFile file, RecordParser parser, Remarks remarks, Consumer<JobRecord> into) {
    this.file = file;
    this.parser = parser;
    this.remarks = remarks;
    this.into = into;
  }

  void read() throws IOException {
    TableColumns columns = TableColumns.require(file);
    kept = columns.names().stream().map(RecordParser::attribute).toArray(String[]::new);
    try (DelimitedFile table = DelimitedFile.open(file, columns)) {
      for (Optional<TableRow> row = table.next(columns);
          row.isPresent();
          row = table.next(columns)) {
        take(joined(row.get()));
      }
    }
    flush();
  }

  /** Slurm does not quote: a command with a pipe has the separator in it. */
  private static TableRow joined(TableRow row) {
    int at = row.columns().indexOf(COMMAND);
    int surplus = row.cells().size() - row.columns().size();
    if (at < 0 || surplus <= 0) {
      return row;
    }
    List<String> cells = new ArrayList<>(row.cells());
    List<String> parts = cells.subList(at, at + surplus + 1);
    String command = String.join(String.valueOf(row.columns().separator()), parts);
    parts.clear();
    cells.add(at, command);
    return new TableRow(row.line(), row.columns(), cells);
  }

  /** Whether a row is a further line of the command of the job above, which is the last column. */
  private boolean isRestOfCommand(TableRow row) {
    return job != null
        && row.columns().indexOf(COMMAND) == row.columns().size() - 1
        && row.cells().size() < row.columns().size();
  }

  private void take(TableRow row) {
    String place = file.fileName() + " line " + row.line();
    if (row.isHeader()) {
      remarks.info("repeated headers, as in files appended to each other", place);
    } else if (isRestOfCommand(row)) {
      remarks.info("further lines of commands, left out", place);
    } else if (!row.isWhole()) {
      remarks.error("rows with more or fewer cells than the header has columns, left out", place);
    } else if (isStep(row)) {
      step(row);
    } else {
      flush();
      job = parser.parse(values(row), false, place).orElse(null);
    }
  }

  private static boolean isStep(TableRow row) {
    return id(row).indexOf('.') > 0;
  }

  private static String id(TableRow row) {
    return row.get("JobID").or(() -> row.get("JobIDRaw")).orElse("");
  }

  private void step(TableRow row) {
    String id = id(row);
    String owner = id.substring(0, id.indexOf('.'));
    if (job != null && (owner.equals(job.id()) || owner.equals(job.rawId()))) {
      for (int k = 0; k < kept.length; k++) {
        if (kept[k] != null && !ofSteps.containsKey(kept[k])) {
          parser.put(kept[k], row.cells().get(k), ofSteps);
        }
      }
    }
  }

  private static Map<String, String> values(TableRow row) {
    Map<String, String> values = new HashMap<>();
    for (int k = 0; k < row.columns().size(); k++) {
      values.putIfAbsent(row.columns().names().get(k), row.cells().get(k));
    }
    return values;
  }

  private void flush() {
    if (job != null) {
      into.accept(ofSteps.isEmpty() ? job : job.with(ofSteps));
    }
    job = null;
    ofSteps.clear();
  }
}
