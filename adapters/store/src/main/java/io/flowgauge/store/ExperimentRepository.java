package io.flowgauge.store;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.database.DatabaseException;
import io.flowgauge.database.Migrations;
import io.flowgauge.database.Sql;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.store.spi.RepositoryProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Runs of many experiments in one place: an SQLite file, a PostgreSQL server that many share, or a
 * lake of Parquet files.
 *
 * <pre>{@code
 * try (var repository = ExperimentRepository.open(Path.of("experiments.db"))) {
 *   repository.store(run, RunLabel.of("montage").version("5 resources"));
 *   var fastest = repository.fastest(RunFilter.all().workflow("montage"));
 *   var report = Flowgauge.report(run, fastest);      // ideal times from history
 *   var runs = repository.load(RunFilter.all().workflow("montage").newest(20));
 *   var times = MeasuredTimes.of(run, runs.toArray(WorkflowRun[]::new));   // laws from history
 * }
 * }</pre>
 *
 * <p>A run is stored in two forms: as its complete run document, so that nothing is lost and any
 * metric can be computed later; and as rows that can be queried across runs: workflows and their
 * versions, graphs with activities, dependencies and regions, subgraphs and their refinements,
 * processors and sites, the times of every activity, and every quantity that is compared ({@link
 * Quantity}). The view {@code flowgauge_run_value} lists these quantities by name.
 *
 * <p>A run is stored in one transaction: whatever happens to the program, either the whole run is
 * stored or nothing of it; for a lake, see {@link #flush}. Not thread-safe; but any number of
 * repositories, in this and other programs, can have one database open and store runs in it at the
 * same time. A repository that has lost its connection to a server reconnects when it is next used.
 */
public final class ExperimentRepository implements AutoCloseable {
  private static final String USE = "repository";
  private static final String SCRIPTS = "flowgauge-store";
  private static final String HISTORY = "flowgauge_store_schema";

  private final Tables tables;

  private ExperimentRepository(Tables tables) {
    this.tables = tables;
  }

  /**
   * Opens a repository in the embedded database.
   *
   * @param file the file, by convention {@code .db}, created if it is missing; while it is in use,
   *     files with the endings {@code -wal} and {@code -shm} belong to it
   * @return an open repository
   * @throws RepositoryException if it cannot be opened
   * @throws IllegalArgumentException if the path contains a question mark
   */
  public static ExperimentRepository open(Path file) throws RepositoryException {
    return open(DatabaseAddress.file(USE, file), false);
  }

  /**
   * Opens an existing repository. Unlike {@link #open}, this never changes a database that holds no
   * repository, and needs no write permission unless runs are stored.
   *
   * @param file the file
   * @return an open repository
   * @throws RepositoryException if it cannot be opened, or is not a repository
   * @throws IllegalArgumentException if the path contains a question mark
   */
  public static ExperimentRepository openExisting(Path file) throws RepositoryException {
    return open(DatabaseAddress.file(USE, file).forReading(), true);
  }

  /**
   * Opens a repository in a database.
   *
   * @param url {@code jdbc:postgresql://HOST/DATABASE?user=NAME}, {@code jdbc:sqlite:FILE}, or a
   *     form that another module adds, such as {@code lake:FOLDER}. If it names no user, that of
   *     the environment variable {@code PGUSER} is used; if it names no password, that of {@code
   *     PGPASSWORD}, or the one in {@code ~/.pgpass} or the file that {@code PGPASSFILE} names
   * @return an open repository
   * @throws RepositoryException if it cannot be opened
   * @throws IllegalArgumentException if the URL has none of these forms
   */
  public static ExperimentRepository connect(String url) throws RepositoryException {
    Optional<RepositoryProvider> other = otherProvider(url);
    return other.isPresent()
        ? open(other.get(), url, false)
        : open(DatabaseAddress.url(USE, url), false);
  }

  /**
   * Opens an existing repository. Unlike {@link #connect(String)}, this never changes a database
   * that holds no repository.
   *
   * @param url as for {@link #connect(String)}
   * @return an open repository
   * @throws RepositoryException if it cannot be opened, or is not a repository
   * @throws IllegalArgumentException if the URL has none of these forms
   */
  public static ExperimentRepository connectExisting(String url) throws RepositoryException {
    Optional<RepositoryProvider> other = otherProvider(url);
    return other.isPresent()
        ? open(other.get(), url, true)
        : open(DatabaseAddress.url(USE, url).forReading(), true);
  }

  private static Optional<RepositoryProvider> otherProvider(String url) {
    return ServiceLoader.load(RepositoryProvider.class, ExperimentRepository.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.isFor(url))
        .findFirst();
  }

  private static ExperimentRepository open(
      RepositoryProvider provider, String url, boolean mustExist) throws RepositoryException {
    try {
      return new ExperimentRepository(new OtherTables(provider.open(url, mustExist)));
    } catch (IOException e) {
      throw new RepositoryException(e.getMessage(), e);
    }
  }

  /**
   * Opens a repository in a database that needs a user and a password.
   *
   * @param url {@code jdbc:postgresql://HOST/DATABASE}
   * @param user name of the user
   * @param password password of the user
   * @return an open repository
   * @throws RepositoryException if it cannot be opened
   * @throws IllegalArgumentException if the URL has another form
   */
  public static ExperimentRepository connect(String url, String user, String password)
      throws RepositoryException {
    return open(DatabaseAddress.url(USE, url, user, password), false);
  }

  /**
   * Opens a repository.
   *
   * @param mustExist whether to fail, changing nothing, if the database holds no repository
   */
  private static ExperimentRepository open(DatabaseAddress address, boolean mustExist)
      throws RepositoryException {
    try {
      if (mustExist && !address.hasTable(HISTORY)) {
        throw new RepositoryException(
            address + ": this database holds no repository; it was left as it is", null);
      }
      Connection connection = address.connect();
      try {
        new Migrations(address, SCRIPTS, HISTORY).run();
        return new ExperimentRepository(new DatabaseTables(address, connection));
      } catch (DatabaseException | SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw RepositoryException.of(address, e);
    } catch (DatabaseException e) {
      throw new RepositoryException(e.getMessage(), e.getCause());
    }
  }

  /**
   * Analyses a run and stores it.
   *
   * @param run the run
   * @param label its label; if that names no workflow, the run's workflow name is used or, if that
   *     is blank, the run's own name
   * @return the stored run, or the existing one, unchanged, if the repository already had it
   * @throws RepositoryException if the database fails. Then nothing of the run was stored; or all
   *     of it, if the connection was lost at the very end
   * @throws IOException if the run cannot be written as a document
   */
  public StoreResult store(WorkflowRun run, RunLabel label) throws IOException {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(label, "label");
    RunReport report = Flowgauge.report(run);
    return tables.store(report, RunDocument.of(run), label);
  }

  /**
   * Stores a run unless the repository has one with the same value of a tag. Use this for runs that
   * are stored again after a crash or a failure, because the first attempt may have been committed
   * just before the connection was lost.
   *
   * @param run the run
   * @param label its label, to which the tag is added
   * @param tag name of the tag
   * @param value value of the tag
   * @throws RepositoryException if the database fails. Then nothing of the run was stored; or all
   *     of it, if the connection was lost at the very end
   * @throws IOException if the run cannot be written as a document
   */
  public void storeOnce(WorkflowRun run, RunLabel label, String tag, String value)
      throws IOException {
    if (!tables.hasAdded(tag, value) && runs(RunFilter.all().tag(tag, value)).isEmpty()) {
      store(run, label.tag(tag, value));
    }
  }

  /**
   * Makes sure that the runs stored so far survive whatever happens to the program. A database has
   * already committed them. A lake otherwise holds them back until it is closed, to write larger
   * files.
   *
   * @throws IOException if runs cannot be written; the message says how many are lost. They may be
   *     stored again
   */
  public void flush() throws IOException {
    tables.flush();
  }

  /**
   * The runs that a filter selects.
   *
   * @param filter which runs
   * @return runs in the order in which they were stored
   * @throws RepositoryException if the database fails
   */
  public List<StoredRun> runs(RunFilter filter) throws RepositoryException {
    return ask(() -> new RunQueries(statements()).runs(filter));
  }

  /**
   * The label with which to store a run elsewhere. The refined version and the subgraphs are those
   * that the run's version has now, whichever run's label named them.
   *
   * @param run a run of this repository
   * @return its label
   * @throws RepositoryException if the database fails
   */
  public RunLabel label(StoredRun run) throws RepositoryException {
    Objects.requireNonNull(run, "run");
    return ask(() -> new VersionTables(statements()).label(run));
  }

  /**
   * Loads one run.
   *
   * @param id its number
   * @return the run as it was stored, or empty if there is none with that number
   * @throws IOException if the database fails, or the stored run is damaged
   */
  public Optional<WorkflowRun> load(long id) throws IOException {
    return load(RunFilter.all().id(id)).stream().findFirst();
  }

  /**
   * Loads runs. All of them are in memory at once, so limit their number.
   *
   * @param filter which runs
   * @return the runs as they were stored, in the order in which they were stored
   * @throws IOException if the database fails, or a stored run is damaged
   */
  public List<WorkflowRun> load(RunFilter filter) throws IOException {
    try {
      return new RunQueries(statements()).load(filter);
    } catch (SQLException e) {
      throw tables.failure(e);
    }
  }

  /**
   * The compared quantities of runs, without analysing the runs again. Only a lake has to analyse
   * runs again if a subgraph of their version was named after they were stored.
   *
   * @param filter which runs
   * @return the runs with their values, in the order in which they were stored
   * @throws RepositoryException if the database fails
   */
  public List<StoredValues> values(RunFilter filter) throws RepositoryException {
    return ask(() -> later().values(filter));
  }

  /**
   * The quantities that {@link #history} can return.
   *
   * @return the quantities that were measured in any run, in order
   * @throws RepositoryException if the database fails
   */
  public List<Quantity> quantities() throws RepositoryException {
    return ask(() -> later().quantities());
  }

  /**
   * One quantity over many runs, such as the time that regions of one kind lost to load imbalance,
   * or the mean time of an activity type.
   *
   * @param filter which runs
   * @param quantity which quantity
   * @return the runs in which it was measured, in the order in which they were stored
   * @throws RepositoryException if the database fails
   */
  public List<HistoryPoint> history(RunFilter filter, Quantity quantity)
      throws RepositoryException {
    return ask(() -> later().history(filter, quantity));
  }

  /**
   * The ideal times known from history (definitions, "Ideal time"), in the form that {@link
   * Flowgauge#report} takes.
   *
   * @param filter which runs
   * @return an artificial run in which every activity took its shortest processing time in any of
   *     these runs; without activities if no run matches
   * @throws RepositoryException if the database fails
   */
  public WorkflowRun fastest(RunFilter filter) throws RepositoryException {
    return ask(() -> new RunQueries(statements()).fastest(filter));
  }

  /**
   * Reads the rows of a query.
   *
   * @param <T> type of the result
   */
  public interface RowsReader<T> {
    /**
     * Reads the rows.
     *
     * @param rows the rows, positioned before the first
     * @return the result
     * @throws SQLException if they cannot be read
     * @throws IOException if the reader fails for another reason
     */
    T read(ResultSet rows) throws SQLException, IOException;
  }

  /**
   * Runs a query in the SQL of the database, on tables whose names begin with {@code flowgauge_}
   * and, for a lake, on those of the lake. Changes nothing: whatever the statement changes is
   * rolled back.
   *
   * @param <T> type of the result
   * @param sql one statement that returns rows
   * @param reader reads them
   * @return the reader's result
   * @throws IllegalArgumentException if {@code sql} is empty or holds more than one statement, or
   *     one that returns no rows or writes files, such as {@code copy}
   * @throws RepositoryException if the database fails, or does not understand the statement
   * @throws IOException if the reader throws it
   */
  @SuppressWarnings("try") // The resource that ends the transaction is not used.
  public <T> T query(String sql, RowsReader<T> reader) throws IOException {
    Objects.requireNonNull(sql, "sql");
    // One of several statements could end the transaction; SQLite would run only the first.
    SingleStatement.require(sql);
    try {
      Connection connection = tables.connection();
      // A transaction begun through JDBC would lock out other writers in SQLite.
      Sql.execute(connection, "begin");
      try (TransactionEnd end = () -> Sql.execute(connection, "rollback");
          PreparedStatement statement = connection.prepareStatement(sql);
          ResultSet rows = rows(statement)) {
        return reader.read(rows);
      }
    } catch (SQLException e) {
      throw tables.failure(e);
    }
  }

  /**
   * Runs the query. If it returns no rows, the message is the same for all databases; those of
   * their drivers name methods of JDBC.
   */
  private static ResultSet rows(PreparedStatement statement) throws SQLException {
    if (!statement.execute()) {
      throw new IllegalArgumentException("sql must be a query, but returns no rows");
    }
    return statement.getResultSet();
  }

  /** Ends a transaction. If this fails after an earlier failure, the earlier one is thrown. */
  private interface TransactionEnd extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  @Override
  public void close() throws RepositoryException {
    tables.close();
  }

  private Statements statements() throws SQLException, IOException {
    return new Statements(tables.connection());
  }

  private LaterSubgraphs later() throws SQLException, IOException {
    return new LaterSubgraphs(statements(), tables);
  }

  /** Work on the database. */
  private interface Work<T> {
    T done() throws SQLException, IOException;
  }

  private <T> T ask(Work<T> work) throws RepositoryException {
    try {
      return work.done();
    } catch (SQLException e) {
      throw tables.failure(e);
    } catch (IOException e) {
      throw new RepositoryException(e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return "ExperimentRepository[" + tables + "]";
  }
}
