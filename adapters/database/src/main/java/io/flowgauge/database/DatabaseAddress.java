package io.flowgauge.database;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The address of a database, with credentials: an SQLite file or a PostgreSQL server. Immutable and
 * thread-safe.
 */
public final class DatabaseAddress {
  private final String use;
  private final String url;
  private final String user;
  private final String password;
  private final Product product;

  /** The URL for connections that only read; empty if they need no other URL. */
  private final Optional<String> readOnly;

  private DatabaseAddress(String use, String url, String user, String password) {
    this.use = use;
    if (url.startsWith(SqliteProduct.PREFIX)) {
      product = new SqliteProduct();
      this.url = SqliteProduct.withOptions(url);
    } else if (url.startsWith(PostgresProduct.PREFIX)) {
      product = new PostgresProduct();
      this.url = PostgresProduct.withOptions(url);
    } else {
      throw new IllegalArgumentException(
          "url must begin with "
              + SqliteProduct.PREFIX
              + " or "
              + PostgresProduct.PREFIX
              + ", was "
              + withoutOptions(url));
    }
    this.user = user;
    this.password = password;
    readOnly = Optional.empty();
  }

  private DatabaseAddress(DatabaseAddress other, String readOnly) {
    use = other.use;
    url = other.url;
    user = other.user;
    password = other.password;
    product = other.product;
    this.readOnly = Optional.of(readOnly);
  }

  /**
   * An SQLite database.
   *
   * @param use what the database is used as, for messages, such as {@code archive}
   * @param file the file, which need not exist
   * @throws IllegalArgumentException if the path contains a question mark
   */
  public static DatabaseAddress file(String use, Path file) {
    String path = file.toAbsolutePath().toString();
    if (path.indexOf('?') >= 0) {
      throw new IllegalArgumentException("file must not contain a question mark, was " + path);
    }
    return new DatabaseAddress(use, SqliteProduct.PREFIX + path, null, null);
  }

  /**
   * A database by its URL. User and password of a PostgreSQL server are those in the URL; else
   * those in the environment variables {@code PGUSER} and {@code PGPASSWORD}; else the user who
   * runs the program, and the password in the file that {@code PGPASSFILE} names or in {@code
   * ~/.pgpass}.
   *
   * @param use what the database is used as, for messages
   * @param url {@code jdbc:postgresql://HOST/DATABASE} or {@code jdbc:sqlite:FILE}
   * @throws IllegalArgumentException if the URL has neither form
   */
  public static DatabaseAddress url(String use, String url) {
    return url(use, url, System.getenv());
  }

  /** Takes the environment variables as an argument. The driver prefers the URL to them. */
  static DatabaseAddress url(String use, String url, Map<String, String> environment) {
    return new DatabaseAddress(
        use,
        Objects.requireNonNull(url, "url"),
        environment.get(PostgresProduct.USER),
        environment.get(PostgresProduct.PASSWORD));
  }

  /**
   * A database that needs a user and a password.
   *
   * @param use what the database is used as, for messages
   * @param url {@code jdbc:postgresql://HOST/DATABASE}
   * @throws IllegalArgumentException if the URL has another form
   */
  public static DatabaseAddress url(String use, String url, String user, String password) {
    return new DatabaseAddress(
        use,
        Objects.requireNonNull(url, "url"),
        Objects.requireNonNull(user, "user"),
        Objects.requireNonNull(password, "password"));
  }

  /** Returns the URL that connections use. */
  String url() {
    return readOnly.orElse(url);
  }

  boolean isReadOnly() {
    return readOnly.isPresent();
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
   * Returns an address of the same database for reading. If an SQLite file or its folder is not
   * writable, connections then need no write permission.
   */
  public DatabaseAddress forReading() {
    return product.readOnly(url).map(other -> new DatabaseAddress(this, other)).orElse(this);
  }

  /** Whether it is an SQLite database. */
  public boolean isSqlite() {
    return product instanceof SqliteProduct;
  }

  /**
   * Connects.
   *
   * @return a connection that is ready for use
   * @throws SQLException if the database refuses
   * @throws DatabaseException if its driver is missing
   */
  public Connection connect() throws SQLException, DatabaseException {
    requireDriver();
    Connection connection = DriverManager.getConnection(url(), user, password);
    try {
      if (!isReadOnly()) {
        product.prepare(connection);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Whether the database has a table. Changes nothing.
   *
   * @param name its name in lower case
   * @throws SQLException if the database refuses
   * @throws DatabaseException if its driver is missing
   */
  public boolean hasTable(String name) throws SQLException, DatabaseException {
    requireDriver();
    try (Connection connection = DriverManager.getConnection(url(), user, password);
        ResultSet found =
            connection.getMetaData().getTables(null, connection.getSchema(), name, null)) {
      return found.next();
    }
  }

  private void requireDriver() throws DatabaseException {
    try {
      Drivers.require(url());
    } catch (SQLException e) {
      boolean isThere =
          DriverManager.drivers()
              .anyMatch(driver -> driver.getClass().getName().startsWith(product.drivers()));
      throw new DatabaseException(
          isThere
              ? this + ": its URL cannot be read; check the options behind the question mark"
              : this
                  + " needs its JDBC driver, which is neither on the class path nor on the module path",
          e);
    }
  }

  /**
   * A message for an error of the database that says what to do: the database, what the error
   * means, and what the database said.
   */
  public String message(SQLException error) {
    String why = product.explain(error);
    String said = String.valueOf(cause(error).getMessage()).strip();
    return this + ": " + (why == null ? said : why + " (" + said + ")");
  }

  /**
   * Returns the exception whose message to show. The first exception of a batch quotes all values
   * of one of its rows; the next one has the message of the database.
   */
  private static SQLException cause(SQLException error) {
    SQLException next = error instanceof BatchUpdateException ? error.getNextException() : null;
    return next == null ? error : next;
  }

  /** A URL without the parts that may hold a password. */
  private static String withoutOptions(String url) {
    return url.replaceFirst("[?].*", "").replaceFirst("//.*@", "//");
  }

  /** Its use and location, without secrets. */
  @Override
  public String toString() {
    String plain = withoutOptions(url);
    return use
        + " "
        + (plain.startsWith(SqliteProduct.PREFIX)
            ? plain.substring(SqliteProduct.PREFIX.length())
            : plain);
  }
}
