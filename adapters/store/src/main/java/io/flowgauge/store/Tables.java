package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.store.document.RunDocument;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Holds the tables of a repository. Not thread-safe. */
interface Tables {
  /** A connection to them, for one piece of work: the next may get another. */
  Connection connection() throws SQLException, IOException;

  /** The runs whose stored values lack a subgraph of their version, by number. */
  Set<Long> unmeasured() throws SQLException;

  /** A table with at least those quantities that some runs have. */
  default String quantitiesOf(Set<Long> runs) {
    return "flowgauge_quantity";
  }

  /** Stores a run, unless it is there. */
  StoreResult store(RunReport report, RunDocument document, RunLabel label) throws IOException;

  /** Whether a run with a tag was stored since this was opened that queries do not find yet. */
  default boolean hasAdded(String tag, String value) {
    return false;
  }

  /** Makes sure that what was stored outlives this process. */
  default void flush() throws IOException {}

  /** An exception whose message tells the user what to do. */
  RepositoryException failure(SQLException error);

  void close() throws RepositoryException;
}
