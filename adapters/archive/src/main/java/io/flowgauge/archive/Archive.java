package io.flowgauge.archive;

import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.database.DatabaseException;
import io.flowgauge.database.Migrations;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A database of events from logs, with a table for each event type. Not thread-safe; but any number
 * of archives, in this and other programs, can have one database open and be fed at the same time.
 *
 * <pre>{@code
 * try (Archive archive = Archive.open(Path.of("events.db"))) {
 *   System.out.println(archive.feed(Path.of("transfers.nlb")));
 *   archive.tables().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>A log can be fed repeatedly, while it grows, in parts, from copies, in any order, and after
 * any failure: the archive holds each event exactly once. To ensure this, it records in {@code
 * flowgauge_fed} which events of which stream it has, in the same transaction as the events.
 *
 * <p>The columns of a table are {@code stream_id} and {@code event_number}, which identify an
 * event; {@code time}, for people; {@code time_nanos}, the exact time; then the fields and the
 * constants. {@code flowgauge_type} and {@code flowgauge_column} map names of events and fields to
 * names of tables and columns. For events {@code x.start} and {@code x.end} with a lifeline there
 * is a view {@code x_bracket} that joins them. {@code flowgauge_missing} lists events that are
 * missing from a stream, {@code flowgauge_stream} how many its writer dropped, and {@code
 * flowgauge_loss} the parts of files that could not be read.
 *
 * <p>Values are stored as they are, with these exceptions: SQLite, the embedded database, stores
 * NaN, and only NaN, as null, and loses the sign of zero; PostgreSQL refuses the character NUL, so
 * U+2400 is stored instead and counted by {@link FeedSummary#altered()}.
 */
public final class Archive implements AutoCloseable {
  private static final String USE = "archive";
  private static final String SCRIPTS = "flowgauge-archive";
  private static final String HISTORY = "flowgauge_archive_schema";

  private final DatabaseAddress address;
  private final Connection connection;

  private Archive(DatabaseAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  /**
   * Opens an archive in the embedded database.
   *
   * @param file the file, by convention {@code .db}, created if it is missing; while the archive is
   *     in use, files with the endings {@code -wal} and {@code -shm} belong to it
   * @return an open archive
   * @throws ArchiveException if it cannot be opened
   * @throws IllegalArgumentException if the path contains a question mark
   */
  public static Archive open(Path file) throws ArchiveException {
    return open(DatabaseAddress.file(USE, file));
  }

  /**
   * Opens an archive in a database.
   *
   * @param url {@code jdbc:postgresql://HOST/DATABASE?user=NAME} or {@code jdbc:sqlite:FILE}. If it
   *     names no user, that of the environment variable {@code PGUSER} is used; if it names no
   *     password, that of {@code PGPASSWORD}, or the one in {@code ~/.pgpass} or the file that
   *     {@code PGPASSFILE} names
   * @return an open archive
   * @throws ArchiveException if it cannot be opened
   * @throws IllegalArgumentException if the URL has neither form
   */
  public static Archive connect(String url) throws ArchiveException {
    return open(DatabaseAddress.url(USE, url));
  }

  /**
   * Opens an archive in a database that needs a user and a password.
   *
   * @param url {@code jdbc:postgresql://HOST/DATABASE}
   * @param user name of the user
   * @param password password of the user
   * @return an open archive
   * @throws ArchiveException if it cannot be opened
   * @throws IllegalArgumentException if the URL has another form
   */
  public static Archive connect(String url, String user, String password) throws ArchiveException {
    return open(DatabaseAddress.url(USE, url, user, password));
  }

  private static Archive open(DatabaseAddress address) throws ArchiveException {
    try {
      Connection connection = address.connect();
      Archive archive = new Archive(address, connection);
      try {
        new Migrations(address, SCRIPTS, HISTORY).run();
      } catch (DatabaseException | SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
      return archive;
    } catch (SQLException e) {
      throw ArchiveException.of(address, e);
    } catch (DatabaseException e) {
      throw new ArchiveException(e.getMessage(), e.getCause());
    }
  }

  /**
   * Adds the events of logs that are not in the archive yet.
   *
   * @param logs one or more files
   * @return what happened to the events
   * @throws ArchiveException if the database fails; what is committed stays
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if no file is given, or an event has more fields than a table
   *     can have columns
   */
  public FeedSummary feed(Path... logs) throws IOException {
    try (Feeder feeder = follow(logs)) {
      return feeder.feed();
    }
  }

  /**
   * Prepares to feed logs that grow.
   *
   * @param logs one or more files
   * @return a feeder
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public Feeder follow(Path... logs) throws IOException {
    return new Feeder(address, connection, logs);
  }

  /**
   * The tables and the events they hold.
   *
   * @return the tables, in the order of their creation
   * @throws ArchiveException if the database fails
   */
  public List<EventTable> tables() throws ArchiveException {
    try {
      return new Catalogue(connection, Dialect.of(address)).tables();
    } catch (SQLException e) {
      throw ArchiveException.of(address, e);
    }
  }

  @Override
  public void close() throws ArchiveException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw ArchiveException.of(address, e);
    }
  }

  @Override
  public String toString() {
    return "Archive[" + address + "]";
  }
}
