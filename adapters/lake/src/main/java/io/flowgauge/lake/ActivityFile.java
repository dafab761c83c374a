package io.flowgauge.lake;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.parquet.ParquetTable;
import io.flowgauge.parquet.ParquetTable.CellType;
import io.flowgauge.parquet.ParquetTable.Column;
import io.flowgauge.report.table.ActivityTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Writes the executions of the activities of a few runs to one Parquet file: the rows of {@link
 * ActivityTable}. Times and durations are seconds in double precision; times count from 1970, or
 * from the unknown origin of a run with relative times. Stateless.
 */
public final class ActivityFile {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private ActivityFile() {}

  /**
   * Writes a file.
   *
   * @param file the file, replaced once the new one is complete
   * @param reports runs with their analyses
   * @throws IOException if the file cannot be written
   */
  public static void write(Path file, List<RunReport> reports) throws IOException {
    Objects.requireNonNull(file, "file");
    ActivityTable activities = new ActivityTable(reports);
    List<Column> columns =
        activities.columns().stream().map(c -> new Column(c.name(), type(c.kind()))).toList();
    try (ParquetTable table = ParquetTable.create(file, columns)) {
      activities.write(
          cells -> {
            cells.replaceAll(cell -> cell instanceof Long nanos ? seconds(nanos) : cell);
            table.add(cells.toArray());
          });
      table.publish();
    }
  }

  /**
   * Converts nanoseconds to seconds, whole seconds first: a double is not precise enough for the
   * nanoseconds since 1970.
   */
  private static double seconds(long nanos) {
    long whole = Math.floorDiv(nanos, NANOS_PER_SECOND);
    return whole + Math.floorMod(nanos, NANOS_PER_SECOND) / (double) NANOS_PER_SECOND;
  }

  private static CellType type(ActivityTable.Kind kind) {
    return switch (kind) {
      case TEXT -> CellType.TEXT;
      case COUNT -> CellType.INTEGER;
      case TIME, SECONDS -> CellType.DOUBLE;
    };
  }
}
