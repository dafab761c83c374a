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
import java.util.List;

/**
 * Renders a report as a table (RFC 4180, UTF-8, line feeds): the rows of {@link ActivityTable},
 * with times as seconds since 1970, or since the unknown origin of a run with relative times, and
 * all seconds to the nanosecond. Values that were not measured are empty. Several runs make one
 * table. Immutable and thread-safe.
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
    ActivityTable activities = new ActivityTable(reports);
    try (CsvWriter table =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(new AppendableWriter(out))) {
      table.writeRecord(activities.columns().stream().map(ActivityTable.Column::name).toList());
      activities.write(cells -> table.writeRecord(cells.stream().map(CsvReport::text).toList()));
    }
  }

  private static String text(Object cell) {
    if (cell instanceof Long nanos) {
      // A double would lose the nanoseconds of present-day times.
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
