package io.flowgauge.store;

import io.flowgauge.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database that tests inspect directly, without the repository. */
record Database(List<String> arguments) {

  static Database sqlite(Path file) {
    return new Database(List.of("jdbc:sqlite:" + file));
  }

  static Database postgres() {
    return new Database(
        List.of(PostgresServer.get().createSchema(), PostgresServer.USER, PostgresServer.PASSWORD));
  }

  /**
   * Returns a database with an application name, which distinguishes its connections from others.
   */
  static Database postgres(String application) {
    Database database = postgres();
    List<String> arguments = new ArrayList<>(database.arguments());
    arguments.set(0, arguments.get(0) + "&ApplicationName=" + application);
    return new Database(arguments);
  }

  /** Opens the repository that the arguments of a child process name. */
  static ExperimentRepository open(List<String> arguments) throws RepositoryException {
    return arguments.size() == 1
        ? ExperimentRepository.connect(arguments.get(0))
        : ExperimentRepository.connect(arguments.get(0), arguments.get(1), arguments.get(2));
  }

  ExperimentRepository open() throws RepositoryException {
    return open(arguments);
  }

  private Connection connect() throws SQLException {
    return arguments.size() == 1
        ? DriverManager.getConnection(arguments.get(0))
        : PostgresServer.connect(arguments.get(0));
  }

  /** Returns the number that a query gives. */
  long number(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a statement. */
  void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
