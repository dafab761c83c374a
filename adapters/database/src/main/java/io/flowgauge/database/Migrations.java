package io.flowgauge.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;

/** Migrates the tables of a database to the version that this code knows. Not thread-safe. */
public final class Migrations {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BEGINNING = Duration.ofSeconds(3);

  /** Held in a field, because the level is lost when the logger is garbage-collected. */
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private final DatabaseAddress address;
  private final String scripts;
  private final String history;
  private final long deadline = System.nanoTime() + PATIENCE.toNanos();

  /** The moment by which programs started at the same time have finished creating the tables. */
  private final long settled = System.nanoTime() + BEGINNING.toNanos();

  /**
   * Prepares the migration.
   *
   * @param scripts folder of the scripts on the class path; <code>${bytes}</code> and <code>
   *     ${id}</code> in them stand for the types of a column of bytes and of a column that numbers
   *     the rows
   * @param history table that records which scripts were run
   */
  public Migrations(DatabaseAddress address, String scripts, String history) {
    this.address = address;
    this.scripts = scripts;
    this.history = history;
  }

  /**
   * Creates the tables, or updates those of an older version.
   *
   * @throws SQLException if the database fails
   * @throws DatabaseException if its tables have a newer version, or are not Flowgauge's
   */
  public void run() throws SQLException, DatabaseException {
    FlywayClassPath.open();
    if (FLYWAY.getLevel() == null) {
      FLYWAY.setLevel(
          Level.WARNING); // It logs each step, and opening a database always takes some.
    }
    Flyway flyway = flyway();
    if (address.isReadOnly()) {
      requireNothingToDo(flyway);
    } else {
      while (!isDone(flyway)) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    for (MigrationInfo step : flyway.info().applied()) {
      if (!step.getState().isResolved()) {
        throw new DatabaseException(
            address
                + " was created by a newer Flowgauge: its tables have version "
                + step.getVersion()
                + ", which this one does not know; update Flowgauge",
            null);
      }
    }
  }

  private void requireNothingToDo(Flyway flyway) throws DatabaseException {
    if (flyway.info().pending().length > 0) {
      throw new DatabaseException(
          address
              + " was created by an older Flowgauge, and cannot be written: open it once with write"
              + " permission, to bring its tables up to date",
          null);
    }
  }

  private Flyway flyway() {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(address.url(), address.user(), address.password())
        .locations("classpath:" + scripts)
        .table(history)
        .placeholders(placeholders())
        .baselineOnMigrate(true) // The database may also hold other tables.
        .baselineVersion("0")
        .load();
  }

  private Map<String, String> placeholders() {
    return Map.of("bytes", address.product().bytesType(), "id", address.product().idType());
  }

  /** Runs the migration; several programs may find a database without tables at the same time. */
  private boolean isDone(Flyway flyway) throws SQLException, DatabaseException {
    try {
      flyway.migrate();
      return true;
    } catch (FlywayException e) {
      SQLException cause = sqlCause(e);
      if (cause == null && System.nanoTime() < settled) {
        return false; // Another program began first, and Flyway takes its tables for foreign ones.
      }
      if (cause == null) {
        throw new DatabaseException(
            address + " has tables that are not Flowgauge's: " + e.getMessage(), e);
      }
      if (System.nanoTime() > deadline || !address.product().isLocked(cause)) {
        throw cause;
      }
      return false;
    }
  }

  private static SQLException sqlCause(Throwable error) {
    Throwable cause = error;
    while (cause != null && !(cause instanceof SQLException)) {
      cause = cause.getCause();
    }
    return (SQLException) cause;
  }
}
