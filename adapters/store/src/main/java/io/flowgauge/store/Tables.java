package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.store.document.RunDocument;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Holds the tables of a repository. Not thread-safe. */
interface Tables {
  /** Returns a connection for one piece of work: the next call may return another. */
  Connection connection() throws SQLException, IOException;

  /** Returns the numbers of the runs whose stored values lack a subgraph of their version. */
  Set<Long> unmeasured() throws SQLException;

  /**
   * Returns the name of a table, or SQL for one, with at least the quantities of the given runs.
   */
  default String quantitiesOf(Set<Long> runs) {
    return "flowgauge_quantity";
  }

  /** Stores a run, unless the repository already has it. */
  StoreResult store(RunReport report, RunDocument document, RunLabel label) throws IOException;

  /**
   * Whether a run with the tag was stored through this object but may not yet be visible to
   * queries.
   */
  default boolean hasAdded(String tag, String value) {
    return false;
  }

  /** Makes sure that the runs stored so far outlive this process. */
  default void flush() throws IOException {}

  /** An exception whose message tells the user what to do. */
  RepositoryException failure(SQLException error);

  void close() throws RepositoryException;
}
