package io.flowgauge.database;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;

/**
 * Where a database is and how to get in: an SQLite file, or a PostgreSQL server. Immutable and
 * thread-safe.
 */
public final class DatabaseAddress {
  private final String use;
  private final String url;
  private final String user;
  private final String password;
  private final Product product;

  private DatabaseAddress(String use, String url, String user, String password) {
    this.use = use;
    if (url.startsWith(Sqlite.PREFIX)) {
      product = new Sqlite();
      this.url = url.contains("?") ? url : url + Sqlite.OPTIONS;
    } else if (url.startsWith(Postgres.PREFIX)) {
      product = new Postgres();
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

  /**
   * An SQLite database.
   *
   * @param use what the database is to its user, for messages, such as {@code archive}
   * @param file the file; need not be there
   * @return the address
   * @throws IllegalArgumentException if the path has a question mark
   */
  public static DatabaseAddress file(String use, Path file) {
    String path = file.toAbsolutePath().toString();
    if (path.indexOf('?') >= 0) {
      throw new IllegalArgumentException("file must be without question mark, was " + path);
    }
    return new DatabaseAddress(use, Sqlite.PREFIX + path, null, null);
  }

  /**
   * A database by its URL, which also says who comes, if that is asked.
   *
   * @param use what the database is to its user, for messages
   * @param url {@code jdbc:postgresql://HOST/DATABASE} or {@code jdbc:sqlite:FILE}
   * @return the address
   * @throws IllegalArgumentException if the URL is of neither form
   */
  public static DatabaseAddress url(String use, String url) {
    return new DatabaseAddress(use, Objects.requireNonNull(url, "url"), null, null);
  }

  /**
   * A database that wants to know who comes.
   *
   * @param use what the database is to its user, for messages
   * @param url {@code jdbc:postgresql://HOST/DATABASE}
   * @param user name of the user
   * @param password password of the user
   * @return the address
   * @throws IllegalArgumentException if the URL is of another form
   */
  public static DatabaseAddress url(String use, String url, String user, String password) {
    return new DatabaseAddress(
        use,
        Objects.requireNonNull(url, "url"),
        Objects.requireNonNull(user, "user"),
        Objects.requireNonNull(password, "password"));
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

  Product product() {
    return product;
  }

  /**
   * Whether it is the embedded database.
   *
   * @return false for PostgreSQL
   */
  public boolean isSqlite() {
    return product instanceof Sqlite;
  }

  /**
   * Connects.
   *
   * @return a connection that is ready for use
   * @throws SQLException if the database refuses
   * @throws DatabaseException if its driver is lacking
   */
  public Connection connect() throws SQLException, DatabaseException {
    requireDriver();
    Connection connection =
        user == null
            ? DriverManager.getConnection(url)
            : DriverManager.getConnection(url, user, password);
    try {
      product.prepare(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void requireDriver() throws DatabaseException {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new DatabaseException(
          this + " needs its JDBC driver, which is on neither class nor module path", e);
    }
  }

  /**
   * An error of the database, said so that the user knows what to do.
   *
   * @param error the error
   * @return the database, what it means, what the database said
   */
  public String message(SQLException error) {
    String why = product.explain(error);
    String said = String.valueOf(error.getMessage()).strip();
    return this + ": " + (why == null ? said : why + " (" + said + ")");
  }

  /** A URL without what may hold a password. */
  private static String withoutOptions(String url) {
    return url.replaceFirst("[?].*", "").replaceFirst("//[^/@]*@", "//");
  }

  /** Its use and place, without secrets. */
  @Override
  public String toString() {
    String plain = withoutOptions(url);
    return use
        + " "
        + (plain.startsWith(Sqlite.PREFIX) ? plain.substring(Sqlite.PREFIX.length()) : plain);
  }
}
