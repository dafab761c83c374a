package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.table.DelimitedFile;
import io.flowgauge.traces.table.TableColumns;
import io.flowgauge.traces.table.TableRow;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tables that a script which submits jobs can write to complement Slurm's records; their times are
 * seconds since 1970-01-01T00:00:00Z. Not thread-safe.
 */
final class ScriptTables {
  /**
   * When a job was submitted to Slurm, and the iteration of the loop to which it belongs, 0 if
   * unknown.
   */
  record Submission(long before, long after, int iteration) {}

  /** A phase of one attempt of a job; restarts are counted from 0. */
  record JobPhase(int restart, String name, long begin, OptionalLong end) {}

  /** A dependency between two jobs, given by names or ids. */
  record Edge(String from, String to) {}

  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(?:\\.\\d{1,9})?");
  private static final Pattern MARK =
      Pattern.compile("(?m)^(?:start|end)\\t(\\d{9,10}(?:\\.\\d{1,9})?)\\s*$");

  /** Sufficient for the few lines with start and end of a workflow. */
  private static final int MAX_WORKFLOW_BYTES = 4096;

  private final Remarks remarks;
  final Map<String, Submission> submissions = new HashMap<>();
  final Map<String, List<JobPhase>> phases = new HashMap<>();
  final List<Edge> edges = new ArrayList<>();
  final List<String> edgeFiles = new ArrayList<>();
  OptionalLong start = OptionalLong.empty();
  OptionalLong end = OptionalLong.empty();

  ScriptTables(Remarks remarks) {
    this.remarks = remarks;
  }

  void read(TraceFile file) throws IOException {
    Optional<SlurmFile> kind = SlurmFile.of(file);
    if (kind.isEmpty()) {
      return;
    }
    try {
      switch (kind.get()) {
        case EDGES -> rows(file, this::edge);
        case SUBMISSIONS -> rows(file, this::submission);
        case PHASES -> rows(file, this::phase);
        case WORKFLOW -> workflow(file);
        default -> {
          // Files written by Slurm are read elsewhere.
        }
      }
    } catch (TraceFormatException e) {
      remarks.error("not read to its end: " + e.getMessage(), file.fileName());
    }
    if (kind.get() == SlurmFile.EDGES) {
      edgeFiles.add(file.fileName());
    }
  }

  private interface RowReader {
    boolean take(TableRow row);
  }

  private void rows(TraceFile file, RowReader reader) throws IOException {
    TableColumns columns = TableColumns.require(file);
    try (DelimitedFile table = DelimitedFile.open(file, columns)) {
      for (Optional<TableRow> row = table.next(columns);
          row.isPresent();
          row = table.next(columns)) {
        String place = file.fileName() + " line " + row.get().line();
        if (!row.get().isTerminated()) {
          remarks.warn(AccountingFile.OPEN_ROWS, place);
        }
        if (!reader.take(row.get())) {
          remarks.error("rows that lack a name or a time, left out", place);
        }
      }
    }
  }

  private boolean edge(TableRow row) {
    Optional<String> from = row.get("from");
    Optional<String> to = row.get("to");
    if (from.isEmpty() || to.isEmpty()) {
      return false;
    }
    edges.add(new Edge(from.get(), to.get()));
    return true;
  }

  private boolean submission(TableRow row) {
    Optional<String> job = row.get("job");
    OptionalLong before = time(row, "before");
    OptionalLong after = time(row, "after");
    if (job.isEmpty() || before.isEmpty() || after.isEmpty()) {
      return false;
    }
    int iteration =
        row.get("iteration")
            .filter(text -> text.matches("[1-9]\\d{0,8}"))
            .map(Integer::parseInt)
            .orElse(0);
    submissions.put(job.get(), new Submission(before.getAsLong(), after.getAsLong(), iteration));
    return true;
  }

  private boolean phase(TableRow row) {
    Optional<String> job = row.get("job");
    Optional<String> name = row.get("phase");
    OptionalLong begin = time(row, "begin");
    OptionalLong end = time(row, "end");
    if (job.isEmpty() || name.isEmpty() || begin.isEmpty()) {
      return false;
    }
    boolean backwards = end.isPresent() && end.getAsLong() < begin.getAsLong();
    int restart =
        row.get("restart")
            .filter(text -> text.matches("\\d{1,9}"))
            .map(Integer::parseInt)
            .orElse(0);
    if (!backwards) {
      phases
          .computeIfAbsent(job.get(), any -> new ArrayList<>())
          .add(new JobPhase(restart, name.get(), begin.getAsLong(), end));
    }
    return !backwards;
  }

  private static OptionalLong time(TableRow row, String column) {
    Optional<String> text = row.get(column).filter(value -> NUMBER.matcher(value).matches());
    return text.isEmpty() ? OptionalLong.empty() : epoch(text.get());
  }

  private static OptionalLong epoch(String seconds) {
    try {
      return OptionalLong.of(Times.nanos(new BigDecimal(seconds)));
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  private void workflow(TraceFile file) throws IOException {
    byte[] bytes;
    try (var in = FileContent.open(file.path())) {
      bytes = in.readNBytes(MAX_WORKFLOW_BYTES);
    }
    Matcher found = MARK.matcher(new String(bytes, StandardCharsets.UTF_8));
    while (found.find()) {
      OptionalLong time = epoch(found.group(1));
      if (found.group().startsWith("start")) {
        start = time;
      } else {
        end = time;
      }
    }
  }
}
