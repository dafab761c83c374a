package io.flowgauge.traces.table;

import io.flowgauge.trace.TraceFile;
import java.io.Closeable;
import java.io.IOException;

/**
 * The rows of a text table, one at a time, whose cells become texts only when asked for: what reads
 * some columns of millions of rows takes the others for nothing. Not thread-safe.
 *
 * <pre>{@code
 * try (CellRows rows = CellRows.open(file, columns)) {
 *   while (rows.next()) {
 *     parse(rows.line(), rows.text(columns.indexOf("State")));
 *   }
 * }
 * }</pre>
 */
public interface CellRows extends CellRow, Closeable {

  /** Opens a table behind its header. */
  static CellRows open(TraceFile file, TableColumns columns) throws IOException {
    return DelimitedFile.isPlain(columns.separator())
        ? PlainRows.open(file, columns.separator())
        : new QuotedRows(DelimitedFile.open(file, columns));
  }

  /**
   * Goes to the next row; empty lines do not count.
   *
   * @return false if there is none
   */
  boolean next() throws IOException;
}
