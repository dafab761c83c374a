package io.flowgauge.database;

import java.io.File;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The embedded database. */
final class SqliteProduct implements Product {
  static final String PREFIX = "jdbc:sqlite:";

  /**
   * Connection options. A transaction takes the write lock when it begins, because one that has
   * read before could not wait for it. Other writers wait for up to a minute.
   */
  private static final String OPTIONS = "?transaction_mode=IMMEDIATE&busy_timeout=60000";

  /** SQLite's message for a missing table or column; there is no error code for that. */
  private static final String LACKING = "(?s).*(no such (table|column)|has no column named).*";

  private static final int CODE = 0xFF;
  private static final int ERROR = 1;
  private static final int BUSY = 5;
  private static final int READONLY = 8;
  private static final int IO_ERROR = 10;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANNOT_OPEN = 14;
  private static final int NO_DATABASE = 26;

  /**
   * Adds the connection options to a URL, unless it has options already.
   *
   * @throws IllegalArgumentException if it names no file: in memory, every connection would see a
   *     database of its own
   */
  static String withOptions(String url) {
    String file = url.substring(PREFIX.length()).replaceFirst("[?].*", "");
    if (file.isBlank() || file.startsWith(":memory:")) {
      throw new IllegalArgumentException("url must name a file after " + PREFIX);
    }
    return url.contains("?") ? url : url + OPTIONS;
  }

  @Override
  public String drivers() {
    return "org.sqlite.";
  }

  /**
   * Handles a file that cannot be written, or whose folder cannot. SQLite keeps recent changes, and
   * coordinates readers and writers, in files next to the database. Where these cannot be created
   * and none has content, the database is complete, and is assumed not to change.
   */
  @Override
  public Optional<String> readOnly(String url) {
    if (!url.endsWith(OPTIONS)) {
      return Optional.empty();
    }
    String path = url.substring(PREFIX.length(), url.length() - OPTIONS.length());
    File file = new File(path).getAbsoluteFile();
    if (!file.isFile()) {
      return Optional.empty(); // There is nothing to read; the root folder has no folder to ask.
    }
    boolean isFolderWritable = file.getParentFile().canWrite();
    if (isFolderWritable && file.canWrite()) {
      return Optional.empty();
    }
    boolean isComplete = !isFolderWritable && new File(file + "-wal").length() == 0;
    String options = isComplete ? "?mode=ro&immutable=1" : "?mode=ro&busy_timeout=60000";
    return Optional.of(PREFIX + "file://" + file.toURI().getRawPath() + options);
  }

  @Override
  public void prepare(Connection connection) throws SQLException {
    // Lets readers continue while another connection writes. If the file system has no shared
    // memory, the database keeps its mode, and readers wait.
    Sql.execute(connection, "pragma journal_mode = wal");
    Sql.execute(connection, "pragma synchronous = normal");
  }

  @Override
  public String idType() {
    return "integer primary key autoincrement";
  }

  @Override
  public String bytesType() {
    return "blob";
  }

  @Override
  public boolean isLocked(SQLException error) {
    return (error.getErrorCode() & CODE) == BUSY;
  }

  @Override
  public String explain(SQLException error) {
    return switch (error.getErrorCode() & CODE) {
      case ERROR -> String.valueOf(error.getMessage()).matches(LACKING) ? CHANGED : null;
      case BUSY ->
          "another program has kept it locked for a minute; try again when that has finished";
      case READONLY -> "it cannot be written; check the permissions of the file and its folder";
      case IO_ERROR -> "the disk failed, or the file was removed";
      case CORRUPT -> "it is damaged";
      case FULL -> "the disk is full; free some space and try again";
      case CANNOT_OPEN ->
          "it cannot be opened; its folder must exist, and be writable to store anything";
      case NO_DATABASE -> "it is not an SQLite database";
      default -> null;
    };
  }
}
