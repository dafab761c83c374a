package io.flowgauge.report.table;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The activities of some runs, one row each: the {@linkplain ExecutionCells recorded} values, then
 * the {@code ideal} time and each leaf class of overhead under its label, with waits counted in
 * full. Values that were not measured are null; zero means measured and zero. If there are several
 * runs, the first column, {@code run}, has their names. Immutable and thread-safe.
 */
public final class ActivityTable {
  private static final List<OverheadClass> CLASSES =
      Arrays.stream(OverheadClass.values()).filter(OverheadClass::isLeaf).toList();

  private final List<RunReport> reports;

  /** Types of the cells of a column. Immutable and thread-safe. */
  public enum Kind {
    /** A {@link String}. */
    TEXT,
    /** An {@link Integer}, 0 or more. */
    COUNT,
    /**
     * A {@link Long}: nanoseconds since 1970, or since the unknown origin of a run with relative
     * times.
     */
    TIME,
    /** A {@link Double}: seconds. */
    SECONDS
  }

  /**
   * A column. Immutable and thread-safe.
   *
   * @param name its name
   * @param kind the type of its cells
   */
  public record Column(String name, Kind kind) {}

  /** Receives rows. */
  public interface Rows {
    /**
     * Receives the next row.
     *
     * @param cells one for each column, null if unknown
     * @throws IOException if it cannot be written
     */
    void add(List<Object> cells) throws IOException;
  }

  /**
   * Creates the table of some runs.
   *
   * @param reports the runs with their analyses
   */
  public ActivityTable(List<RunReport> reports) {
    this.reports = List.copyOf(reports);
  }

  private boolean hasRuns() {
    return reports.size() > 1;
  }

  /**
   * Returns its columns.
   *
   * @return at least ten
   */
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    if (hasRuns()) {
      columns.add(new Column("run", Kind.TEXT));
    }
    columns.addAll(ExecutionCells.COLUMNS);
    columns.add(new Column("ideal", Kind.SECONDS));
    CLASSES.forEach(overhead -> columns.add(new Column(overhead.label(), Kind.SECONDS)));
    return columns;
  }

  /**
   * Passes its rows to a receiver, run by run.
   *
   * @param rows receives them
   * @throws IOException if the receiver throws it
   */
  public void write(Rows rows) throws IOException {
    for (RunReport report : reports) {
      ExecutionCells executions = new ExecutionCells(report.run());
      for (int a = 0; a < report.run().workflow().activityCount(); a++) {
        List<Object> cells = executions.of(a);
        if (hasRuns()) {
          cells.add(0, report.run().name());
        }
        add(report.overheads().activity(a), cells);
        rows.add(cells);
      }
    }
  }

  private static void add(RegionOverheads overheads, List<Object> cells) {
    cells.add(seconds(overheads.ideal()));
    for (OverheadClass overhead : CLASSES) {
      cells.add(seconds(overheads.overhead(overhead)));
    }
  }

  private static Double seconds(Measured value) {
    return value.isMeasured() ? value.value() : null;
  }

  @Override
  public String toString() {
    return "ActivityTable[" + reports.size() + " runs]";
  }
}
