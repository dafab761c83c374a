package io.flowgauge.traces.table;

import io.flowgauge.trace.TraceFile;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the rows of a text table one at a time. Cells are decoded only on request, so that reading
 * a few columns of millions of rows costs nothing for the others. Not thread-safe.
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

  /** Opens a table, positioned after its header. */
  static CellRows open(TraceFile file, TableColumns columns) throws IOException {
    return DelimitedFile.isPlain(columns.separator())
        ? PlainRows.open(file, columns.separator())
        : new QuotedRows(DelimitedFile.open(file, columns));
  }

  /**
   * Moves to the next row, skipping empty lines.
   *
   * @return false if there is none
   */
  boolean next() throws IOException;
}
