package io.flowgauge.archive;

import io.flowgauge.log.read.EventCursor;
import java.sql.SQLException;

/** Takes the rows of one table within transactions. Not thread-safe. */
interface RowSink extends AutoCloseable {
  /** Takes the current event of a cursor. */
  void add(EventCursor event, int streamId) throws SQLException;

  /** Hands all rows to the database. */
  void flush() throws SQLException;

  /** Texts that could not be stored as they are, so far. */
  default long altered() {
    return 0;
  }

  @Override
  void close() throws SQLException;
}
