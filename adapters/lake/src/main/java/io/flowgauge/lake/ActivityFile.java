package io.flowgauge.lake;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.parquet.ParquetTable;
import io.flowgauge.parquet.ParquetTable.CellType;
import io.flowgauge.parquet.ParquetTable.Column;
import io.flowgauge.report.table.ActivityTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What the activities of a few runs did, in one Parquet file: the rows of {@link ActivityTable},
 * with times and durations as seconds in double precision, times since 1970, or since the unknown
 * origin of a run with relative times. Stateless.
 */
public final class ActivityFile {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private ActivityFile() {}

  /**
   * Writes a file.
   *
   * @param file the file, replaced once the new one is complete
   * @param reports runs with their analyses; if there are several, the first column, {@code run},
   *     has their names
   * @throws IOException if the file cannot be written
   */
  public static void write(Path file, List<RunReport> reports) throws IOException {
    Objects.requireNonNull(file, "file");
    boolean hasRuns = reports.size() > 1;
    List<Column> columns = new ArrayList<>();
    if (hasRuns) {
      columns.add(new Column("run", CellType.TEXT));
    }
    for (ActivityTable.Column column : ActivityTable.columns()) {
      columns.add(new Column(column.name(), type(column.kind())));
    }
    try (ParquetTable table = ParquetTable.create(file, columns)) {
      List<Object> row = new ArrayList<>();
      for (RunReport report : reports) {
        ActivityTable activities = new ActivityTable(report);
        for (int a = 0; a < report.run().workflow().activityCount(); a++) {
          row.clear();
          if (hasRuns) {
            row.add(report.run().name());
          }
          for (Object cell : activities.row(a)) {
            row.add(cell instanceof Long nanos ? seconds(nanos) : cell);
          }
          table.add(row.toArray());
        }
      }
      table.publish();
    }
  }

  /** The whole nanoseconds of our days are no double. */
  private static Object seconds(long nanos) {
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
