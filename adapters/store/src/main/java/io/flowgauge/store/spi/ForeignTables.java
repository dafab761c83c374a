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
   * Returns a connection that offers the tables a repository queries, and two more: {@code
   * flowgauge_unmeasured}, with the {@code run_id} of each run whose values lack a subgraph of its
   * version; and {@code flowgauge_run_quantity}, with a row for each value: its {@code run_id} and
   * the columns of {@code flowgauge_quantity}.
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
   * Writes everything stored so far, so that a repository opened later finds it.
   *
   * @throws IOException if it cannot be written; then it is lost
   */
  void flush() throws IOException;

  /** A message about a database error that says what to do. */
  String message(SQLException error);

  /**
   * Writes everything stored and closes the repository. Until it is opened again, queries need not
   * find the runs stored.
   */
  @Override
  void close() throws IOException;

  /** Its kind and location, for messages. */
  @Override
  String toString();
}
