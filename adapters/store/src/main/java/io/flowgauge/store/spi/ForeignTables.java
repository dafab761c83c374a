package io.flowgauge.store.spi;

import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A repository of another kind, which can be queried as if it had the tables of a database
 * repository, and stores runs in its own way. Not thread-safe.
 */
public interface ForeignTables extends Closeable {
  /**
   * A connection that offers the tables that are queried, and two more: {@code
   * flowgauge_unmeasured}, the {@code run_id} of each run whose values lack a subgraph of its
   * version; and {@code flowgauge_run_quantity}, for each value its {@code run_id} and the columns
   * of {@code flowgauge_quantity}.
   */
  Connection connection();

  /**
   * Stores a run that the repository does not have yet.
   *
   * @return its number
   * @throws IOException if it cannot be stored; then nothing of it was stored, and runs stored
   *     since the last flush may be lost
   */
  long store(NewRun run) throws IOException;

  /**
   * Makes everything stored so far visible to queries.
   *
   * @throws IOException if it cannot be written; then it is lost
   */
  void flush() throws IOException;

  /** A message about a database error that says what to do. */
  String message(SQLException error);

  /** Ends storing. Until this or a flush, queries need not find what was stored. */
  @Override
  void close() throws IOException;

  /** Its kind and location, for messages. */
  @Override
  String toString();
}
