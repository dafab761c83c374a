package io.flowgauge.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.database.Drivers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Years of runs as Parquet files, by workflow and month, queried in SQL with DuckDB, whose JDBC
 * driver must be on the class path. {@link LakeWriter} adds runs; other tools, such as Spark, can
 * read the files as well. A lake does not see runs that are added after it was opened. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (var lake = Lake.open(Path.of("lake"));
 *     var query = lake.connection().createStatement();
 *     var row = query.executeQuery(
 *         "select type, avg(processing_seconds) from activities group by type")) {
 *   while (row.next()) {
 *     System.out.println(row.getString(1) + " " + row.getDouble(2));
 *   }
 * }
 * }</pre>
 *
 * <p>The tables are {@code runs}, {@code tags}, {@code processors}, {@code activities}, {@code
 * quantities}, {@code documents}, {@code subgraphs}, {@code refinements} and {@code profiles},
 * related by their column {@code run}; each has {@code workflow} and {@code month}, too. {@code
 * ExperimentRepository.connect("lake:FOLDER")} opens the same runs as an {@link
 * io.flowgauge.store.ExperimentRepository}.
 */
public final class Lake implements AutoCloseable {
  /** The prefix, before the folder, of the URL of a lake as a repository. */
  public static final String PREFIX = "lake:";

  private static final String URL = "jdbc:duckdb:";
  private static final String TABLES = "tables.sql";

  private final Path folder;
  private final Connection connection;

  private Lake(Path folder, Connection connection) {
    this.folder = folder;
    this.connection = connection;
  }

  /**
   * Opens a lake for queries.
   *
   * @param folder its folder
   * @return the lake, as it is now
   * @throws NoSuchFileException if there is no such folder
   * @throws IOException if its files cannot be read, or DuckDB is missing
   */
  public static Lake open(Path folder) throws IOException {
    Objects.requireNonNull(folder, "folder");
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    Lake lake = new Lake(folder, connect(folder));
    try {
      lake.createDatasets();
      return lake;
    } catch (SQLException e) {
      lake.close();
      throw new IOException(lake.message(e), e);
    } catch (IOException | RuntimeException e) {
      lake.close();
      throw e;
    }
  }

  private static Connection connect(Path folder) throws IOException {
    try {
      Drivers.require(URL);
    } catch (SQLException e) {
      throw new IOException(
          "lake "
              + folder
              + " is queried by DuckDB, whose JDBC driver (org.duckdb:duckdb_jdbc) is neither on"
              + " the class path nor on the module path",
          e);
    }
    try {
      return DriverManager.getConnection(URL, options());
    } catch (SQLException e) {
      throw new IOException("lake " + folder + ": " + e.getMessage(), e);
    } catch (LinkageError e) {
      // The driver unpacks its native library into the folder for temporary files.
      throw new IOException(
          "lake "
              + folder
              + ": the library of DuckDB cannot be loaded from "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + cause(e).getMessage(),
          e);
    }
  }

  private static Throwable cause(Throwable e) {
    return e.getCause() == null ? e : cause(e.getCause());
  }

  private static Properties options() {
    Properties options = new Properties();
    // Fetch nothing from the network, and leave nothing in the current folder.
    options.setProperty("autoinstall_known_extensions", "false");
    options.setProperty("temp_directory", System.getProperty("java.io.tmpdir"));
    // Rows are ordered only if a query says so: keeping the order of files takes half as long
    // again.
    options.setProperty("preserve_insertion_order", "false");
    return options;
  }

  private void createDatasets() throws SQLException, IOException {
    SortedSet<Path> parts = files(Dataset.RUNS);
    try (Statement statement = connection.createStatement()) {
      // Days begin, and texts are read as times, in UTC, whatever the time zone of this machine.
      statement.execute("set timezone = 'UTC'");
      statement.execute("create view added as " + query(Dataset.RUNS, parts));
      statement.execute(
          "create table runs as from added"
              + " qualify row_number() over (partition by content_hash order by run) = 1");
      String found = hasDuplicates(statement) ? " where run in (select run from runs)" : "";
      for (Dataset dataset : Dataset.values()) {
        if (dataset != Dataset.RUNS) {
          statement.execute(
              "create view "
                  + dataset.folder()
                  + " as "
                  + query(dataset, dataset.isOptional() ? partsOf(dataset, parts) : parts)
                  + found);
        }
      }
    }
  }

  private static boolean hasDuplicates(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "select (select count(*) from runs) < (select count(*) from added)")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /** Returns the parts that have a file of a dataset. */
  private SortedSet<Path> partsOf(Dataset dataset, Set<Path> parts) throws IOException {
    SortedSet<Path> own = files(dataset);
    own.retainAll(parts);
    return own;
  }

  /**
   * Returns the files of a dataset, relative to its folder. All files of a part have the same name.
   */
  private SortedSet<Path> files(Dataset dataset) throws IOException {
    Path own = folder.resolve(dataset.folder());
    if (!Files.isDirectory(own)) {
      return new TreeSet<>();
    }
    SortedSet<Path> files = new TreeSet<>();
    Files.walkFileTree(
        own,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".parquet")) {
              files.add(own.relativize(file));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) { // Another process has just renamed it.
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return files;
  }

  private String query(Dataset dataset, SortedSet<Path> parts) {
    if (parts.isEmpty()) {
      return dataset.empty();
    }
    Path own = folder.resolve(dataset.folder());
    String files =
        parts.stream()
            .map(part -> "'" + own.resolve(part).toString().replace("'", "''") + "'")
            .collect(Collectors.joining(", "));
    return "select "
        + dataset.columns().stream().map(c -> c.name()).collect(Collectors.joining(", "))
        + ", coalesce(workflow, '') as workflow, coalesce(month, '') as month from "
        + (folder.toString().contains("=") ? partitioned(files) : partitionedByDuckDb(files));
  }

  private static String partitionedByDuckDb(String files) {
    return "read_parquet(["
        + files
        + "], hive_partitioning = true,"
        + " hive_types = {'workflow': varchar, 'month': varchar})";
  }

  /**
   * Returns SQL that reads workflow and month from the paths of files, for a lake whose own path
   * contains {@code =}: DuckDB would take the folders around the lake for columns, too.
   */
  private static String partitioned(String files) {
    return "(select *, "
        + partition("workflow", "/month=[^/]*")
        + ", "
        + partition("month", "")
        + " from read_parquet(["
        + files
        + "], hive_partitioning = false, filename = true))";
  }

  private static String partition(String column, String below) {
    return "url_decode(nullif(regexp_extract(filename, '/"
        + column
        + "=([^/]*)"
        + below
        + "/[^/]*$', 1), '"
        + Partition.NONE
        + "')) as "
        + column;
  }

  /** Creates the tables that {@code io.flowgauge.store} queries, from the datasets. */
  void createTables() throws IOException {
    try (InputStream script = Lake.class.getResourceAsStream(TABLES);
        Statement statement = connection.createStatement()) {
      statement.execute(new String(script.readAllBytes(), UTF_8));
    } catch (SQLException e) {
      throw new IOException(message(e), e);
    }
  }

  /**
   * The connection to its tables.
   *
   * @return a connection, which this lake closes
   */
  public Connection connection() {
    return connection;
  }

  String message(SQLException error) {
    return this + ": " + String.valueOf(error.getMessage()).strip();
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException(message(e), e);
    }
  }

  @Override
  public String toString() {
    return "lake " + folder;
  }
}
