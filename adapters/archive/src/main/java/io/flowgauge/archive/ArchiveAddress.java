package io.flowgauge.archive;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Where an archive is and how to get in. Immutable and thread-safe. */
final class ArchiveAddress {
  private final String url;
  private final String user;
  private final String password;
  private final Dialect dialect;

  /** User and password may be null: then they are in the URL, or not needed. */
  ArchiveAddress(String url, String user, String password) {
    if (url.startsWith(Sqlite.PREFIX)) {
      dialect = new Sqlite();
      this.url = url.contains("?") ? url : url + Sqlite.OPTIONS;
    } else if (url.startsWith(Postgres.PREFIX)) {
      dialect = new Postgres();
      this.url = url;
    } else {
      throw new IllegalArgumentException(
          "url must begin with "
              + Sqlite.PREFIX
              + " or "
              + Postgres.PREFIX
              + ", was "
              + withoutOptions(url));
    }
    this.user = user;
    this.password = password;
  }

  String url() {
    return url;
  }

  String user() {
    return user;
  }

  String password() {
    return password;
  }

  Dialect dialect() {
    return dialect;
  }

  Connection connect() throws SQLException, ArchiveException {
    requireDriver();
    Connection connection =
        user == null
            ? DriverManager.getConnection(url)
            : DriverManager.getConnection(url, user, password);
    try {
      dialect.prepare(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void requireDriver() throws ArchiveException {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new ArchiveException(
          "archive " + this + " needs its JDBC driver, which is on neither class nor module path",
          e);
    }
  }

  /** An error of the database, said so that the user knows what to do. */
  ArchiveException failure(SQLException error) {
    String why = dialect.explain(error);
    String said = String.valueOf(error.getMessage()).strip();
    return new ArchiveException(
        "archive " + this + ": " + (why == null ? said : why + " (" + said + ")"), error);
  }

  /** A URL without what may hold a password. */
  private static String withoutOptions(String url) {
    return url.replaceFirst("[?].*", "").replaceFirst("//[^/@]*@", "//");
  }

  @Override
  public String toString() {
    String plain = withoutOptions(url);
    return plain.startsWith(Sqlite.PREFIX) ? plain.substring(Sqlite.PREFIX.length()) : plain;
  }
}
