package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.store.document.RunDocument;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Tables in a database. */
record DatabaseTables(DatabaseAddress address, Connection connection) implements Tables {
  /** None: when a subgraph is named, earlier runs are measured. */
  @Override
  public Set<Long> unmeasured() {
    return Set.of();
  }

  /** In a transaction that excludes other writers: SQLite allows only one, PostgreSQL is alike. */
  @Override
  public StoreResult store(RunReport report, RunDocument document, RunLabel label)
      throws IOException {
    Statements statements = new Statements(connection);
    try {
      connection.setAutoCommit(false);
      try {
        if (!address.isSqlite()) {
          statements.run("lock table flowgauge_workflow in share row exclusive mode");
        }
        StoreResult result = new RunStore(statements).store(report, document, label);
        connection.commit();
        return result;
      } catch (SQLException | IOException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public RepositoryException failure(SQLException error) {
    return RepositoryException.of(address, error);
  }

  @Override
  public void close() throws RepositoryException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
