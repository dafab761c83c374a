package io.flowgauge.traces.slurm;

import io.flowgauge.internal.AttributePacker;
import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.CellRows;
import io.flowgauge.traces.table.TableColumns;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads the output of {@code sacct --parsable2}, with any choice of columns. Rows of job steps
 * follow the row of their job; values that only a step has, such as the memory it used, become the
 * job's. Not thread-safe.
 */
final class AccountingFile implements RecordValues {
  /** Remark about a table whose last row has no line end. */
  static final String OPEN_ROWS =
      "rows without a line end: the file may be cut off in its last cell, or after it";

  private static final String ID = "JobID";
  private static final String RAW_ID = "JobIDRaw";
  private static final String COMMAND = "SubmitLine";

  private final TraceFile file;
  private final TableColumns columns;
  private final RecordParser parser;
  private final Remarks remarks;
  private final Consumer<JobRecord> into;
  private final int command;
  private final int idColumn;
  private final int rawIdColumn;

  /** Names of the attributes, sorted. */
  private final List<String> attributes;

  /** Columns that may hold each field, in order of preference. */
  private final Map<JobField, int[]> columnsOf = new EnumMap<>(JobField.class);

  /** Index of the attribute that each column becomes; -1 for columns of the job's own fields. */
  private final int[] attributeOf;

  private CellRows rows;

  /**
   * The current row's {@link #ID}, kept because it is needed more than once; empty if it has none.
   */
  private String idCell = "";

  /** The job to which the following steps may belong. */
  private JobRecord job;

  /** Its attributes so far. */
  private final AttributePacker packer;

  private AccountingFile(
      TraceFile file,
      TableColumns columns,
      RecordParser parser,
      Remarks remarks,
      Consumer<JobRecord> into) {
    this.file = file;
    this.columns = columns;
    this.parser = parser;
    this.remarks = remarks;
    this.into = into;
    command = columns.indexOf(COMMAND);
    idColumn = columns.indexOf(ID);
    rawIdColumn = columns.indexOf(RAW_ID);
    List<String> names = columns.names();
    attributes =
        Stream.concat(JobRecord.OWN.stream(), names.stream().map(RecordParser::attribute))
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList();
    attributeOf =
        names.stream().mapToInt(name -> attributes.indexOf(RecordParser.attribute(name))).toArray();
    for (JobField field : JobField.values()) {
      columnsOf.put(
          field, field.names().stream().mapToInt(columns::indexOf).filter(k -> k >= 0).toArray());
    }
    packer = new AttributePacker(attributes);
  }

  /** Reads a file of accounting. */
  static void read(TraceFile file, RecordParser parser, Remarks remarks, Consumer<JobRecord> into)
      throws IOException {
    new AccountingFile(file, TableColumns.require(file), parser, remarks, into).read();
  }

  private void read() throws IOException {
    try (CellRows table = CellRows.open(file, columns)) {
      rows = table;
      while (rows.next()) {
        readRow();
      }
    }
    flush();
  }

  private String place() {
    return file.fileName() + " line " + rows.line();
  }

  private void readRow() {
    if (!rows.isTerminated()) {
      remarks.warn(OPEN_ROWS, place());
    }
    idCell = idColumn < 0 || rows.size() < columns.size() ? "" : text(idColumn);
    if (isHeader()) {
      remarks.info("repeated headers, as in files appended to each other", place());
    } else if (isRestOfCommand()) {
      remarks.info("further lines of commands, left out", place());
    } else if (!isWhole()) {
      remarks.error("rows with more or fewer cells than the header has columns, left out", place());
    } else {
      String id = id();
      int step = id.indexOf('.');
      if (step > 0) {
        readStep(id.substring(0, step));
      } else {
        readJob();
      }
    }
  }

  private boolean isHeader() {
    if (rows.size() != columns.size() || !idCell.equals(idColumn < 0 ? "" : ID)) {
      return false;
    }
    for (int k = 0; k < rows.size(); k++) {
      if (!rows.text(k).equals(columns.names().get(k))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a row is a continuation of the command of the job above, which is the last column. */
  private boolean isRestOfCommand() {
    return job != null && command == columns.size() - 1 && rows.size() < columns.size();
  }

  /**
   * Returns the number of extra cells of a command: Slurm does not quote, so a command with a pipe
   * contains the separator.
   */
  private int surplus() {
    return command < 0 ? 0 : Math.max(0, rows.size() - columns.size());
  }

  private boolean isWhole() {
    for (int k = columns.size() + surplus(); k < rows.size(); k++) {
      if (!rows.text(k).isBlank()) {
        return false;
      }
    }
    return rows.size() >= columns.size();
  }

  private String cell(int column) {
    return column == idColumn ? idCell : text(column);
  }

  private String text(int column) {
    int surplus = surplus();
    if (surplus == 0 || column < command) {
      return rows.text(column);
    }
    return column == command ? command(surplus) : rows.text(column + surplus);
  }

  private String command(int surplus) {
    StringBuilder whole = new StringBuilder(rows.text(command));
    for (int k = 1; k <= surplus; k++) {
      whole.append(columns.separator()).append(rows.text(command + k));
    }
    return whole.toString();
  }

  private String id() {
    String id = id(idColumn);
    return id.isEmpty() ? id(rawIdColumn) : id;
  }

  private String id(int column) {
    String id = column < 0 ? "" : cell(column).strip();
    return id.equals("-") ? "" : id;
  }

  private void readJob() {
    flush();
    job = parser.parse(this, this::place).orElse(null);
    if (job != null) {
      takeAttributes();
    }
  }

  @Override
  public Optional<String> get(JobField field) {
    for (int column : columnsOf.get(field)) {
      Optional<String> value = SlurmText.present(cell(column));
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }

  @Override
  public long date(JobField field) {
    int[] best = columnsOf.get(field);
    boolean plain = best.length > 0 && surplus() == 0;
    return plain ? rows.date(best[0]) : JobRecord.ABSENT;
  }

  private void readStep(String owner) {
    if (job != null && (owner.equals(job.id()) || owner.equals(job.rawId()))) {
      takeAttributes();
    }
  }

  /** Adds the attributes of the current row; the first value among the job and its steps counts. */
  private void takeAttributes() {
    boolean isPlain = surplus() == 0;
    for (int k = 0; k < attributeOf.length; k++) {
      int attribute = attributeOf[k];
      if (attribute < 0 || packer.has(attribute)) {
        continue;
      }
      boolean isPacked =
          isPlain && !SlurmText.mayBeAbsent(rows.initial(k)) && rows.pack(k, packer, attribute);
      if (!isPacked) {
        putStated(attribute, SlurmText.stated(cell(k)));
      }
    }
  }

  private void putStated(int attribute, String value) {
    if (!value.isEmpty()) {
      packer.put(attribute, value);
    }
  }

  private void flush() {
    if (job != null) {
      job.own((name, value) -> packer.put(Collections.binarySearch(attributes, name), value));
      Map<String, String> all = packer.take();
      into.accept(job.attributes().isEmpty() ? job.withAttributes(all) : job.with(all));
    }
    job = null;
  }
}
