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
  /** A server that has not answered for this time is taken to be lost. */
  private static final int PATIENCE_SECONDS = 10;

  private final DatabaseAddress address;
  private Connection connection;
  private boolean isClosed;

  DatabaseTables(DatabaseAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  /** A new one if the server was restarted, or the old one was dropped. */
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

  /** None: when a subgraph is named, earlier runs are measured. */
  @Override
  public Set<Long> unmeasured() {
    return Set.of();
  }

  /** In a transaction that excludes other writers: SQLite allows only one, PostgreSQL is alike. */
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
        rollBack(e); // Else the next run would be stored with what was written of this one.
        throw e;
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /**
   * Rolls back. SQLite has done so already when the disk is full, and refuses to do it again: then,
   * as when a server is lost, the connection is dropped, and the cause says why.
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
