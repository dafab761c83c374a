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
 * <p>A run is stored as a whole, as its run document, so that nothing is lost and any metric can be
 * computed later; and as rows that can be queried across runs: workflows and their versions, graphs
 * with activities, dependencies and regions, subgraphs and their refinements, processors and sites,
 * the times of every activity, and every quantity that is compared ({@link Quantity}). The view
 * {@code flowgauge_run_value} lists these quantities by name.
 *
 * <p>A run is stored in one transaction: whatever happens to the program, the whole run is there,
 * or nothing of it; in a lake, see {@link #flush}. Not thread-safe; any number of repositories, in
 * this and other programs, can be open on one database and stored to at the same time. One whose
 * connection to a server was lost connects anew when it is next used.
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
   * Opens a repository that is there. Unlike {@link #open}, this leaves other databases as they
   * are, and needs no permission to write unless runs are stored.
   *
   * @param file the file
   * @return an open repository
   * @throws RepositoryException if it cannot be opened, or is no repository
   * @throws IllegalArgumentException if the path contains a question mark
   */
  public static ExperimentRepository openExisting(Path file) throws RepositoryException {
    return open(DatabaseAddress.file(USE, file).forReading(), true);
  }

  /**
   * Opens a repository in a database.
   *
   * @param url {@code jdbc:postgresql://HOST/DATABASE?user=NAME}, {@code jdbc:sqlite:FILE}, or what
   *     another module is for, such as {@code lake:FOLDER}. A user that it does not name is that of
   *     the environment variable {@code PGUSER}; a password, that of {@code PGPASSWORD}, or what
   *     {@code ~/.pgpass} or the file {@code PGPASSFILE} says
   * @return an open repository
   * @throws RepositoryException if it cannot be opened
   * @throws IllegalArgumentException if the URL is of none of these forms
   */
  public static ExperimentRepository connect(String url) throws RepositoryException {
    Optional<RepositoryProvider> other = other(url);
    return other.isPresent() ? open(other.get(), url) : open(DatabaseAddress.url(USE, url), false);
  }

  /**
   * Opens a repository that is there. Unlike {@link #connect(String)}, this leaves other databases
   * as they are.
   *
   * @param url as for {@link #connect(String)}
   * @return an open repository
   * @throws RepositoryException if it cannot be opened, or is no repository
   * @throws IllegalArgumentException if the URL is of none of the forms
   */
  public static ExperimentRepository connectExisting(String url) throws RepositoryException {
    Optional<RepositoryProvider> other = other(url);
    return other.isPresent()
        ? open(other.get(), url)
        : open(DatabaseAddress.url(USE, url).forReading(), true);
  }

  private static Optional<RepositoryProvider> other(String url) {
    return ServiceLoader.load(RepositoryProvider.class, ExperimentRepository.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.isFor(url))
        .findFirst();
  }

  private static ExperimentRepository open(RepositoryProvider provider, String url)
      throws RepositoryException {
    try {
      return new ExperimentRepository(new OtherTables(provider.open(url)));
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
   * @throws IllegalArgumentException if the URL is of another form
   */
  public static ExperimentRepository connect(String url, String user, String password)
      throws RepositoryException {
    return open(DatabaseAddress.url(USE, url, user, password), false);
  }

  /**
   * Opens a repository.
   *
   * @param mustExist whether a database without one is left as it is
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
   * @param label its label; if that names no workflow, the workflow gets its name from the run, or
   *     else the run's own name
   * @return the stored run; if the repository had it already, the existing one, unchanged
   * @throws RepositoryException if the database fails; then nothing of the run was stored, or all
   *     of it if the connection was lost at the very end
   * @throws IOException if the run cannot be written as a document
   */
  public StoreResult store(WorkflowRun run, RunLabel label) throws IOException {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(label, "label");
    RunReport report = Flowgauge.report(run);
    return tables.store(report, RunDocument.of(run), label);
  }

  /**
   * Stores a run unless one with the same value of a tag is there: for runs that are given again
   * after a crash, or after storing failed: the connection may have been lost just when the run was
   * committed.
   *
   * @param run the run
   * @param label its label, which gets the tag
   * @param tag name of the tag
   * @param value value of the tag
   * @throws RepositoryException if the database fails; then nothing of the run was stored, or all
   *     of it if the connection was lost at the very end
   * @throws IOException if the run cannot be written as a document
   */
  public void storeOnce(WorkflowRun run, RunLabel label, String tag, String value)
      throws IOException {
    if (runs(RunFilter.all().tag(tag, value)).isEmpty()) {
      store(run, label.tag(tag, value));
    }
  }

  /**
   * Makes sure that the runs stored so far are there whatever happens to the program. A lake keeps
   * them until it is closed otherwise, for larger files; a database has committed them.
   *
   * @throws IOException if runs cannot be written; the message says how many are lost, which may be
   *     stored again
   */
  public void flush() throws IOException {
    tables.flush();
  }

  /**
   * The runs that meet a condition.
   *
   * @param filter the condition
   * @return runs in the order in which they were stored
   * @throws RepositoryException if the database fails
   */
  public List<StoredRun> runs(RunFilter filter) throws RepositoryException {
    return ask(() -> new RunQueries(statements()).runs(filter));
  }

  /**
   * The label to store a run with elsewhere. What its version refines, and the subgraphs, are those
   * that the version has now, whichever run named them.
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
   * @throws IOException if the database fails, or what it holds is damaged
   */
  public Optional<WorkflowRun> load(long id) throws IOException {
    return load(RunFilter.all().id(id)).stream().findFirst();
  }

  /**
   * Loads runs. All of them are in memory at once, so limit their number.
   *
   * @param filter which
   * @return the runs as they were stored, in that order
   * @throws IOException if the database fails, or what it holds is damaged
   */
  public List<WorkflowRun> load(RunFilter filter) throws IOException {
    try {
      return new RunQueries(statements()).load(filter);
    } catch (SQLException e) {
      throw tables.failure(e);
    }
  }

  /**
   * The compared quantities of runs, without analysing the runs again; but a lake analyses those
   * that were stored before a subgraph of their version was named.
   *
   * @param filter which
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
   * One quantity over many runs, such as the time that regions of a kind lost to load imbalance, or
   * the mean time of a type of activity.
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
   * Uses the rows of a query.
   *
   * @param <T> what that gives
   */
  public interface RowsReader<T> {
    /**
     * Reads the rows.
     *
     * @param rows before the first of them
     * @return what they give
     * @throws SQLException if they cannot be read
     * @throws IOException for whatever is wrong with what takes them
     */
    T read(ResultSet rows) throws SQLException, IOException;
  }

  /**
   * Asks in the SQL of the database, about tables whose names begin with {@code flowgauge_}, and
   * those of a lake. Changes nothing: what a statement changed is rolled back.
   *
   * @param <T> what the rows give
   * @param sql one statement that gives rows
   * @param reader takes them
   * @return what it makes of them
   * @throws IllegalArgumentException if it is none, or more than one
   * @throws RepositoryException if the database fails, or does not understand the statement
   * @throws IOException if the reader throws it
   */
  @SuppressWarnings("try") // The end of the transaction is only closed.
  public <T> T query(String sql, RowsReader<T> reader) throws IOException {
    Objects.requireNonNull(sql, "sql");
    // Of several, one could end the transaction; SQLite would leave out all but the first.
    SingleStatement.require(sql);
    try {
      Connection connection = tables.connection();
      // One of JDBC's would be a writer's in SQLite, and keep other writers waiting.
      Sql.execute(connection, "begin");
      try (TransactionEnd end = () -> Sql.execute(connection, "rollback");
          PreparedStatement statement = connection.prepareStatement(sql);
          ResultSet rows = statement.executeQuery()) {
        return reader.read(rows);
      }
    } catch (SQLException e) {
      throw tables.failure(e);
    }
  }

  /** If it fails too, what failed before is told. */
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
