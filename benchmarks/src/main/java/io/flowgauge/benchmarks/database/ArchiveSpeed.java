package io.flowgauge.benchmarks.database;

import com.sun.management.OperatingSystemMXBean;
import io.flowgauge.archive.Archive;
import io.flowgauge.archive.ArchiveException;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.parquet.ParquetExport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.postgresql.PGConnection;

/**
 * Measures how fast a million of the test events of [Gunter] §4.2 are archived as rows, compared
 * with plain JDBC and reading alone. The baselines are hand-written inserts and COPY by JDBC, and
 * reading the log alone:
 *
 * <pre>{@code
 * java -cp benchmarks/target/benchmarks.jar \
 *     io.flowgauge.benchmarks.database.ArchiveSpeed \
 *     1000000 'jdbc:postgresql://localhost/postgres?user=USER&password=PASSWORD'
 * }</pre>
 *
 * The first argument is the number of events (default 1,000,000), the second an empty PostgreSQL
 * database; without it, only SQLite and Parquet are measured.
 */
public final class ArchiveSpeed {
  private static final int EVENTS = 1_000_000;

  /** Number of rows inserted singly: with a commit for each row, more would take too long. */
  private static final int SINGLES = 5_000;

  private static final int BATCH = 20_000;
  private static final int RUNS = 5;
  private static final String COLUMNS =
      "(stream_id integer, event_number bigint, time timestamp with time zone, time_nanos bigint,"
          + " num integer, val real, prog text)";

  private final TemporaryFolder folder;
  private final int events;
  private final int singles;
  private final Path log;

  /** Work to measure. */
  private interface Work {
    void run() throws Exception;
  }

  /** Opens a new archive. */
  private interface Opener {
    Archive open(int run) throws SQLException, ArchiveException;
  }

  private ArchiveSpeed(TemporaryFolder folder, int events) {
    this.folder = folder;
    this.events = events;
    singles = Math.min(SINGLES, events);
    log = folder.file("a.nlb");
  }

  /**
   * Measures and prints.
   *
   * @param arguments how many events, JDBC URL of a PostgreSQL database
   */
  public static void main(String[] arguments) throws Exception {
    QuietLibraries.hush();
    int events = arguments.length > 0 ? Integer.parseInt(arguments[0]) : EVENTS;
    try (TemporaryFolder folder = new TemporaryFolder("archive-speed")) {
      ArchiveSpeed speed = new ArchiveSpeed(folder, events);
      speed.writeLog();
      speed.measureFiles();
      if (arguments.length > 1) {
        speed.measurePostgres(arguments[1]);
      }
    }
  }

  private void writeLog() throws Exception {
    try (EventLog open = EventLog.to(log).host("foo.lbl.gov").program("MY_PROGRAM").open()) {
      DeclaredEvent type =
          open.declare(
              EventSchema.named("MY_EVENT")
                  .int32("NUM")
                  .float32("VAL")
                  .constant("PROG", "MY_PROGRAM")
                  .build());
      for (int k = 0; k < events; k++) {
        type.log(k, k * 0.5f);
        if (k % BATCH == 0) {
          require(open.flush(), "events were dropped");
        }
      }
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private void measureFiles() throws Exception {
    measure("read only", events, this::readOnly);
    feed("SQLite, archive", run -> Archive.open(folder.file("archive" + run + ".db")));
    try (Connection byHand = DriverManager.getConnection("jdbc:sqlite:" + folder.file("hand.db"))) {
      execute(byHand, "pragma journal_mode = wal");
      execute(byHand, "create table e " + COLUMNS);
      measure("SQLite, single inserts", singles, () -> insert(byHand, singles, 1));
      byHand.setAutoCommit(false);
      measure("SQLite, JDBC batches", events, () -> insert(byHand, events, BATCH));
    }
    measure("Parquet, export", events, () -> ParquetExport.write(folder.file("p"), log));
    System.out.printf(
        Locale.ROOT,
        "bytes per event: log %.1f, SQLite %.1f, Parquet %.1f%n",
        perEvent(log),
        perEvent(folder.file("archive1.db")),
        perEvent(folder.file("p/my_event.parquet")));
  }

  private double perEvent(Path file) throws IOException {
    return (double) Files.size(file) / events;
  }

  private void measurePostgres(String database) throws Exception {
    try (PostgresSchemas schemas = new PostgresSchemas(database)) {
      feed("PostgreSQL, archive", run -> Archive.connect(schemas.create()));
      String url = schemas.create() + "&reWriteBatchedInserts=true";
      try (Connection byHand = DriverManager.getConnection(url)) {
        execute(byHand, "create table e " + COLUMNS);
        measure("PostgreSQL, single inserts", singles, () -> insert(byHand, singles, 1));
        measure("PostgreSQL, CSV COPY", events, () -> copyCsv(byHand));
        byHand.setAutoCommit(false);
        measure("PostgreSQL, rewritten batches", events, () -> insert(byHand, events, BATCH));
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void measure(String what, int events, Work work) throws Exception {
    Rates rates = new Rates(what, events);
    for (int k = 0; k < RUNS; k++) {
      rates.measure(work);
    }
    System.out.println(rates);
  }

  /** Rates of one method, by wall-clock time and by the processor time of this process. */
  private static final class Rates {
    private final OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final List<Double> wall = new ArrayList<>();
    private final List<Double> cpu = new ArrayList<>();
    private final String what;
    private final int events;

    Rates(String what, int events) {
      this.what = what;
      this.events = events;
    }

    void measure(Work work) throws Exception {
      long start = System.nanoTime();
      long used = system.getProcessCpuTime();
      work.run();
      cpu.add(events * 1e9 / (system.getProcessCpuTime() - used));
      wall.add(events * 1e9 / (System.nanoTime() - start));
    }

    @Override
    public String toString() {
      Collections.sort(wall);
      Collections.sort(cpu);
      return String.format(
          Locale.ROOT,
          "%-30s median %,11.0f best %,11.0f events/s; per CPU second of the client %,11.0f",
          what,
          wall.get(RUNS / 2),
          wall.get(RUNS - 1),
          cpu.get(RUNS / 2));
    }
  }

  private void readOnly() throws Exception {
    try (LogReader reader = LogReader.open(log)) {
      EventCursor cursor = reader.cursor();
      long sum = 0;
      while (cursor.next()) {
        sum += cursor.number() + cursor.int32(0) + (long) cursor.float32(1) + cursor.timeNanos();
      }
      require(sum != 0, "no events were read");
    }
  }

  private void feed(String what, Opener opener) throws Exception {
    Rates rates = new Rates(what, events);
    for (int k = 0; k < RUNS; k++) {
      try (Archive archive = opener.open(k)) {
        rates.measure(() -> require(archive.feed(log).fed() == events, "not all events were fed"));
      }
    }
    System.out.println(rates);
  }

  private void insert(Connection connection, int limit, int batch) throws Exception {
    try (LogReader reader = LogReader.open(log);
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into e (stream_id, event_number, time_nanos, num, val, prog)"
                    + " values (?, ?, ?, ?, ?, ?)")) {
      EventCursor cursor = reader.cursor();
      for (int k = 1; k <= limit && cursor.next(); k++) {
        insert.setInt(1, 1);
        insert.setLong(2, k);
        insert.setLong(3, cursor.timeNanos());
        insert.setInt(4, cursor.int32(0));
        insert.setFloat(5, cursor.float32(1));
        insert.setString(6, "MY_PROGRAM");
        insert.addBatch();
        if (k % batch == 0) {
          insert.executeBatch();
          if (!connection.getAutoCommit()) {
            connection.commit();
          }
        }
      }
    }
  }

  private void copyCsv(Connection connection) throws Exception {
    try (LogReader reader = LogReader.open(log)) {
      EventCursor cursor = reader.cursor();
      StringBuilder lines = new StringBuilder();
      for (int k = 1; cursor.next(); k++) {
        lines.append("1,").append(k).append(',').append(cursor.timeNanos()).append(',');
        lines.append(cursor.int32(0)).append(',').append(cursor.float32(1));
        lines.append(",MY_PROGRAM\n");
        if (k % BATCH == 0) {
          copy(connection, lines.toString());
          lines.setLength(0);
        }
      }
    }
  }

  private static void copy(Connection connection, String lines) throws Exception {
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn(
            "copy e (stream_id, event_number, time_nanos, num, val, prog) from stdin"
                + " with (format csv)",
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }
}
