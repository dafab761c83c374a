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

/** Brings the tables of a database to the version that this code knows. Not thread-safe. */
public final class Migrations {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BEGINNING = Duration.ofSeconds(3);

  /** Kept, as a level is forgotten with its logger. */
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private final DatabaseAddress address;
  private final String scripts;
  private final String history;
  private final long deadline = System.nanoTime() + PATIENCE.toNanos();

  /** When programs that began together are through with the tables. */
  private final long settled = System.nanoTime() + BEGINNING.toNanos();

  /**
   * Prepares to bring the tables up to date.
   *
   * @param address the database
   * @param scripts folder of the scripts on the class path; <code>${bytes}</code> and <code>
   *     ${id}</code> in them are the types of a column of bytes, and of one that numbers the rows
   * @param history table that tells which scripts were run
   */
  public Migrations(DatabaseAddress address, String scripts, String history) {
    this.address = address;
    this.scripts = scripts;
    this.history = history;
  }

  /**
   * Makes the tables, or changes those of an older version.
   *
   * @throws SQLException if the database fails
   * @throws DatabaseException if its tables are of a newer version, or not of Flowgauge
   */
  public void run() throws SQLException, DatabaseException {
    ClassPath.open();
    if (FLYWAY.getLevel() == null) {
      FLYWAY.setLevel(Level.WARNING); // It tells each step, and every opening has some.
    }
    Flyway flyway = flyway();
    while (!isDone(flyway)) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    for (MigrationInfo step : flyway.info().applied()) {
      if (!step.getState().isResolved()) {
        throw new DatabaseException(
            address
                + " was made by a newer Flowgauge: its tables are of version "
                + step.getVersion()
                + ", which is not known here",
            null);
      }
    }
  }

  private Flyway flyway() {
    return Flyway.configure(Migrations.class.getClassLoader())
        .dataSource(address.url(), address.user(), address.password())
        .locations("classpath:" + scripts)
        .table(history)
        .placeholders(placeholders())
        .baselineOnMigrate(true) // There may be tables of others beside ours.
        .baselineVersion("0")
        .load();
  }

  private Map<String, String> placeholders() {
    return Map.of("bytes", address.product().bytesType(), "id", address.product().idType());
  }

  /** Several programs may find an archive without tables at the same time. */
  private boolean isDone(Flyway flyway) throws SQLException, DatabaseException {
    try {
      flyway.migrate();
      return true;
    } catch (FlywayException e) {
      SQLException cause = sqlCause(e);
      if (cause == null && System.nanoTime() < settled) {
        return false; // Another one began first, which Flyway takes for a table of somebody else.
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
