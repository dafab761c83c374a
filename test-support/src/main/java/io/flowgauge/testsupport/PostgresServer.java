package io.flowgauge.testsupport;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A PostgreSQL server for tests, started on first use and stopped with the virtual machine. If
 * PostgreSQL is not installed, the calling test is skipped.
 */
public final class PostgresServer {
  /** The superuser. */
  public static final String USER = "tester";

  /** The password of the superuser. */
  public static final String PASSWORD = "secret";

  /** The database that always exists. */
  private static final String MAINTENANCE = "postgres";

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger SCHEMAS = new AtomicInteger();

  private static PostgresServer instance;

  private final Path folder;
  private final int port;

  private PostgresServer(Path programs) throws IOException, InterruptedException {
    folder = Files.createTempDirectory("flowgauge-postgres");
    Path data = folder.resolve("data");
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    if (isRoot()) {
      run(List.of("chown", "-R", "nobody", folder.toString()));
    }
    List<String> init = new ArrayList<>(List.of(programs.resolve("initdb").toString()));
    init.addAll(List.of("-D", data.toString(), "-U", USER, "--pwfile=" + password));
    init.addAll(List.of("-A", "scram-sha-256", "-E", "UTF8", "--no-locale", "--no-sync"));
    run(asUser(init));
    port = freePort();
    List<String> serve = new ArrayList<>(List.of(programs.resolve("postgres").toString()));
    serve.addAll(List.of("-D", data.toString(), "-p", String.valueOf(port)));
    serve.addAll(List.of("-h", "127.0.0.1", "-k", folder.toString(), "-F"));
    Process server = start(asUser(serve));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(server)));
    awaitReady(server);
  }

  /**
   * Starts the server, unless it is running.
   *
   * @return the server of this virtual machine
   */
  public static synchronized PostgresServer get() {
    Optional<Path> programs = programs();
    assumeTrue(
        programs.isPresent(),
        "skipped: no initdb and postgres on the PATH or below "
            + DEBIAN
            + "; Debian has them in the package postgresql");
    if (instance == null) {
      try {
        instance = new PostgresServer(programs.get());
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return instance;
  }

  private static Optional<Path> programs() {
    List<Path> folders =
        new ArrayList<>(
            Arrays.stream(System.getenv("PATH").split(File.pathSeparator)).map(Path::of).toList());
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        versions.map(v -> v.resolve("bin")).sorted(Comparator.reverseOrder()).forEach(folders::add);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return folders.stream()
        .filter(f -> Files.isExecutable(f.resolve("initdb")))
        .filter(f -> Files.isExecutable(f.resolve("postgres")))
        .findFirst()
        .map(PostgresServer::real);
  }

  /** Resolves links, since PostgreSQL finds its other files relative to its programs. */
  private static Path real(Path programs) {
    try {
      return programs.resolve("initdb").toRealPath().getParent();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** PostgreSQL refuses to run as root. */
  private static List<String> asUser(List<String> command) {
    if (!isRoot()) {
      return command;
    }
    List<String> other =
        new ArrayList<>(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    other.addAll(command);
    return other;
  }

  private Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
        .start();
  }

  private void run(List<String> command) throws IOException, InterruptedException {
    Process process = start(command);
    boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(command + ": " + Files.readString(folder.resolve("log")));
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady(Process server) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!isReady()) {
      if (!server.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError(Files.readString(folder.resolve("log")));
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private boolean isReady() {
    try (Connection connection = connect(url(MAINTENANCE))) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  private void remove(Process server) {
    server.descendants().forEach(ProcessHandle::destroyForcibly);
    server.destroyForcibly();
    try (Stream<Path> files = Files.walk(folder)) {
      server.waitFor();
      files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
    } catch (IOException | InterruptedException | UncheckedIOException e) {
      System.err.println("not removed: " + folder + ": " + e);
    }
  }

  /**
   * URL of a new schema, which is created much faster than a database.
   *
   * @return a URL without user and password
   */
  public String createSchema() {
    String name = "test" + SCHEMAS.incrementAndGet();
    try (Connection connection = connect(url(MAINTENANCE));
        Statement statement = connection.createStatement()) {
      statement.execute("create schema " + name);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return url(MAINTENANCE) + "?currentSchema=" + name;
  }

  /**
   * URL of a database, which need not exist.
   *
   * @param database its name
   * @return a URL without user and password
   */
  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  /**
   * Connects as the superuser.
   *
   * @param url one of the URLs of this server
   * @return the connection
   * @throws SQLException if the server refuses
   */
  public static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, USER, PASSWORD);
  }
}
