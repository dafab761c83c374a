package io.flowgauge.store.spi;

import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A repository that can be queried as if it had the tables of one, and stores runs in its own way.
 * Not thread-safe.
 */
public interface ForeignTables extends Closeable {
  /**
   * A connection on which the tables are, as far as they are queried; a table {@code
   * flowgauge_unmeasured} of the {@code run_id} of runs whose values lack a subgraph of their
   * version; and {@code flowgauge_run_quantity}: for each value its {@code run_id}, and the columns
   * of {@code flowgauge_quantity}.
   */
  Connection connection();

  /**
   * Stores a run that is not there yet.
   *
   * @return its number
   * @throws IOException if it cannot be stored; then nothing of it was, and runs stored before that
   *     need not be found yet may be lost
   */
  long store(NewRun run) throws IOException;

  /**
   * From now on, what was stored is found.
   *
   * @throws IOException if it cannot be written; then it is lost
   */
  void flush() throws IOException;

  /** A message for an error of the database that tells the user what to do. */
  String message(SQLException error);

  /** Ends storing; until then, or a flush, what was stored need not be found. */
  @Override
  void close() throws IOException;

  /** Its use and location, for messages. */
  @Override
  String toString();
}
