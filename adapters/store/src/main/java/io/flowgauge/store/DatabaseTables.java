package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.store.document.RunDocument;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** Tables in a database. */
final class DatabaseTables implements Tables {
  /** How long a server may take to answer before the connection counts as lost. */
  private static final int PATIENCE_SECONDS = 10;

  private final DatabaseAddress address;
  private Connection connection;
  private boolean isClosed;

  DatabaseTables(DatabaseAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  /** Returns the open connection, or a new one if that is lost or was dropped. */
  @Override
  public Connection connection() throws SQLException, IOException {
    if (!isClosed && !isUsable()) {
      connection.close();
      connection = address.connect();
    }
    return connection;
  }

  private boolean isUsable() throws SQLException {
    return address.isSqlite() ? !connection.isClosed() : connection.isValid(PATIENCE_SECONDS);
  }

  /** Returns no runs: when a subgraph is named, it is measured in all earlier runs at once. */
  @Override
  public Set<Long> unmeasured() {
    return Set.of();
  }

  /**
   * Stores the run in a transaction that excludes other writers: SQLite allows only one anyway, and
   * in PostgreSQL a table lock does the same.
   */
  @Override
  public StoreResult store(RunReport report, RunDocument document, RunLabel label)
      throws IOException {
    try {
      Statements statements = new Statements(connection());
      connection.setAutoCommit(false);
      try {
        if (!address.isSqlite()) {
          statements.run("lock table flowgauge_workflow in share row exclusive mode");
        }
        StoreResult result = new RunStore(statements).store(report, document, label);
        connection.commit();
        connection.setAutoCommit(true);
        return result;
      } catch (SQLException | IOException | RuntimeException | Error e) {
        rollBack(e); // Otherwise the next commit would include this part of a run.
        throw e;
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * Rolls back. When the disk is full, SQLite has already done so and refuses to do it again. Then,
   * as when a server is lost, the connection is dropped, and the failure of the rollback is added
   * to the cause.
   */
  private void rollBack(Throwable cause) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      cause.addSuppressed(e);
      drop(cause);
    }
  }

  private void drop(Throwable cause) {
    try {
      connection.close();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public RepositoryException failure(SQLException error) {
    return RepositoryException.of(address, error);
  }

  @Override
  public void close() throws RepositoryException {
    isClosed = true;
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
