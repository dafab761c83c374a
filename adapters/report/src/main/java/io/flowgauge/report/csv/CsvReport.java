package io.flowgauge.report.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.AppendableWriter;
import io.flowgauge.report.table.ActivityTable;
import io.flowgauge.spi.ReportRenderer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a report as a table (RFC 4180, UTF-8, line feeds): the rows of {@link ActivityTable},
 * with times as seconds since 1970, or since the unknown origin of a run with relative times, and
 * all seconds to the nanosecond. What was not measured is empty. Several runs make one table, with
 * the name of the run as a first column, {@code run}. Immutable and thread-safe.
 */
public final class CsvReport implements ReportRenderer {
  private static final int NANO_DIGITS = 9;

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
  public CsvReport() {}

  @Override
  public String format() {
    return "csv";
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    render(List.of(report), out);
  }

  @Override
  public void render(List<RunReport> reports, Appendable out) throws IOException {
    boolean hasRuns = reports.size() > 1;
    try (CsvWriter table =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(new AppendableWriter(out))) {
      List<String> line = new ArrayList<>(hasRuns ? List.of("run") : List.of());
      ActivityTable.columns().forEach(column -> line.add(column.name()));
      table.writeRecord(line);
      for (RunReport report : reports) {
        ActivityTable activities = new ActivityTable(report);
        for (int a = 0; a < report.run().workflow().activityCount(); a++) {
          line.clear();
          if (hasRuns) {
            line.add(report.run().name());
          }
          for (Object cell : activities.row(a)) {
            line.add(text(cell));
          }
          table.writeRecord(line);
        }
      }
    }
  }

  private static String text(Object cell) {
    if (cell instanceof Long nanos) {
      // A double would lose the nanoseconds of our days.
      return plain(BigDecimal.valueOf(nanos, NANO_DIGITS));
    }
    if (cell instanceof Double seconds) {
      return plain(BigDecimal.valueOf(seconds).setScale(NANO_DIGITS, RoundingMode.HALF_EVEN));
    }
    return cell == null ? "" : cell.toString();
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
