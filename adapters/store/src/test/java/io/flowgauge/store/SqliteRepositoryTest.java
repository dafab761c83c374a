package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.Flowgauge;
import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.testsupport.Commands;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteRepositoryTest extends RepositoryContract {
  /**
   * URL options: room for the tables and a small run, and a timeout while another holds the lock.
   */
  private static final String SMALL_DISK =
      "?transaction_mode=IMMEDIATE&busy_timeout=2000&max_page_count=80";

  @TempDir private Path disk;

  @Override
  Database database(Path folder) {
    return Database.sqlite(folder.resolve("experiments.db"));
  }

  /**
   * SQLite rolls back on its own when the disk is full; this must neither hide the error nor leave
   * a lock.
   */
  @Test
  void store_fullDisk_saysSoAndGoesOn() throws IOException {
    String url = "jdbc:sqlite:" + disk.resolve("full.db") + SMALL_DISK;
    WorkflowRun small = Runs.forkJoin("small", 2, new Random(1));
    WorkflowRun large = Runs.forkJoin("large", 3000, new Random(2));
    try (ExperimentRepository first = ExperimentRepository.connect(url);
        ExperimentRepository second = ExperimentRepository.connect(url)) {
      assertThatThrownBy(() -> first.store(large, RunLabel.of("w")))
          .isInstanceOf(RepositoryException.class)
          .hasMessageContaining("the disk is full");

      assertThat(first.runs(RunFilter.all())).isEmpty();
      second.store(small, RunLabel.of("w"));
      assertThat(first.runs(RunFilter.all())).hasSize(1);
      assertThat(first.store(small, RunLabel.of("w")).isNew()).isFalse();
    }
  }

  /** Otherwise the next run would commit the rows of the failed one. */
  @Test
  void store_errorInTheMiddle_storesNothingOfTheRun() throws Exception {
    Path file = disk.resolve("e.db");
    ExperimentRepository.open(file).close();
    DatabaseAddress address = DatabaseAddress.file("repository", file);
    AtomicBoolean isBroken = new AtomicBoolean(true);
    DatabaseTables tables = new DatabaseTables(address, brittle(address.connect(), isBroken));
    assertThatThrownBy(() -> store(tables, Runs.forkJoin("broken", 3, new Random(2))))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("of a test");
    isBroken.set(false);
    store(tables, Runs.forkJoin("whole", 2, new Random(1)));
    tables.close();
    try (ExperimentRepository there = ExperimentRepository.openExisting(file)) {
      assertThat(there.runs(RunFilter.all())).extracting(StoredRun::name).containsOnly("whole");
    }
  }

  private static void store(DatabaseTables tables, WorkflowRun run) throws IOException {
    tables.store(Flowgauge.report(run), RunDocument.of(run), RunLabel.of("w"));
  }

  /**
   * Wraps a connection so that it fails, while broken, once the first rows of a run have been
   * inserted.
   */
  private static Connection brittle(Connection connection, AtomicBoolean isBroken) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (isBroken.get()
                  && method.getName().equals("prepareStatement")
                  && arguments[0].toString().startsWith("insert into flowgauge_value")) {
                throw new OutOfMemoryError("of a test");
              }
              return method.invoke(connection, arguments);
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void values_newestWhileAnotherIsStored_areAllOfOneRun(int query) throws Exception {
    Path file = disk.resolve("e.db");
    try (ExperimentRepository other = ExperimentRepository.open(file)) {
      other.store(Runs.forkJoin("old", 2, new Random(1)), RunLabel.of("w").tag("is", "old"));
      DatabaseAddress address = DatabaseAddress.file("repository", file);
      WorkflowRun next = Runs.forkJoin("new", 3, new Random(2));
      Callable<?> storing = () -> other.store(next, RunLabel.of("w").tag("is", "new"));
      DatabaseTables tables =
          new DatabaseTables(address, interrupted(address.connect(), query, storing));
      RunQueries queries = new RunQueries(new Statements(tables.connection()));

      StoredValues newest = queries.values(RunFilter.all().newest(1), tables).get(0);

      assertThat(newest.run().tags()).containsEntry("is", newest.run().name());
      assertThat(newest.run().sites()).isNotEmpty();
      assertThat(newest.values().values()).isNotEmpty();
      tables.close();
    }
  }

  /** Wraps a connection so that an action runs before one of its queries. */
  private static Connection interrupted(Connection connection, int query, Callable<?> event) {
    AtomicInteger queries = new AtomicInteger();
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")
                  && queries.incrementAndGet() == query) {
                event.call();
              }
              return method.invoke(connection, arguments);
            });
  }

  @Test
  void openExisting_otherDatabase_leavesItAsItIs() throws IOException {
    Path file = disk.resolve("other.db");
    Database other = Database.sqlite(file);
    other.execute("create table mine (x)");
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> ExperimentRepository.openExisting(file))
        .isInstanceOf(RepositoryException.class)
        .hasMessageEndingWith("other.db: this database holds no repository; it was left as it is");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    ExperimentRepository.open(file).close();
    try (ExperimentRepository there = ExperimentRepository.openExisting(file)) {
      assertThat(there.runs(RunFilter.all())).isEmpty();
    }
  }

  @Test
  void openExisting_folderThatCannotBeWritten_isRead() throws Exception {
    Path folder = Files.createDirectory(disk.resolve("kept #1 %41"));
    Path file = folder.resolve("experiments.db");
    WorkflowRun run = Runs.forkJoin("small", 2, new Random(1));
    try (ExperimentRepository repository = ExperimentRepository.open(file)) {
      repository.store(run, RunLabel.of("w"));
    }
    assumeTrue(isProtected(folder), "nothing keeps this user from writing");
    try (ExperimentRepository there = ExperimentRepository.openExisting(file)) {
      assertThat(there.runs(RunFilter.all())).hasSize(1);
      assertThat(there.load(RunFilter.all())).hasSize(1);
      assertThat(there.values(RunFilter.all())).hasSize(1);
      assertThat(there.<Boolean>query("select 1", rows -> rows.next())).isTrue();
      assertThatThrownBy(() -> there.store(Runs.forkJoin("b", 3, new Random(2)), RunLabel.of("w")))
          .isInstanceOf(RepositoryException.class)
          .hasMessageStartingWith("repository " + file + ": it cannot be written");
    } finally {
      Commands.succeeds("chattr", "-i", folder.toString());
      folder.toFile().setWritable(true);
    }
  }

  /**
   * Whether a folder could be protected from writing: by permissions or, for root, by a file
   * attribute.
   */
  private static boolean isProtected(Path folder) throws InterruptedException {
    File protectedFolder = folder.toFile();
    return (protectedFolder.setWritable(false) && !protectedFolder.canWrite())
        || Commands.succeeds("chattr", "+i", folder.toString());
  }
}
