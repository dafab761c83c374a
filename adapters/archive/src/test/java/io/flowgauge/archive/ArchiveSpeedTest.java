package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.flowgauge.database.Sql;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.EventType;
import io.flowgauge.testsupport.PostgresServer;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * How fast a million of the paper's test events become rows, beside what one would write by hand:
 *
 * <pre>
 * mvn -B -Dquick -pl adapters/archive -am test -Dtest=ArchiveSpeedTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dflowgauge.long=true
 * </pre>
 */
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class ArchiveSpeedTest {
  private static final int EVENTS = 1_000_000;

  /** A commit for each row is so slow that fewer must do. */
  private static final int SINGLES = 5_000;

  private static final int BATCH = 20_000;
  private static final int RUNS = 5;
  private static final String COLUMNS =
      "(stream_id integer, event_number bigint, time timestamp with time zone, time_nanos bigint,"
          + " num integer, val real, prog text)";

  @TempDir Path folder;

  private Path log;

  /** Something that is measured. */
  private interface Work {
    void run() throws Exception;
  }

  @BeforeEach
  void writeLog() throws Exception {
    log = folder.resolve("a.nlb");
    try (EventLog events = EventLog.to(log).host("foo.lbl.gov").program("MY_PROGRAM").open()) {
      EventType type =
          events.declare(
              EventSchema.named("MY_EVENT")
                  .int32("NUM")
                  .float32("VAL")
                  .constant("PROG", "MY_PROGRAM")
                  .build());
      for (int k = 0; k < EVENTS; k++) {
        type.log(k, k * 0.5f);
        if (k % BATCH == 0) {
          Logs.flush(events);
        }
      }
    }
  }

  @Test
  void rates() throws Exception {
    measure("read only", EVENTS, this::readOnly);
    sqlite();
    postgres();
    measure("Parquet, export", EVENTS, () -> ParquetExport.write(folder.resolve("p"), log));
    System.out.printf(
        "bytes per event: log %.1f, SQLite %.1f, Parquet %.1f%n",
        perEvent(log),
        perEvent(folder.resolve("archive1.db")),
        perEvent(folder.resolve("p/my_event.parquet")));
  }

  private static double perEvent(Path file) throws Exception {
    return (double) Files.size(file) / EVENTS;
  }

  private void sqlite() throws Exception {
    feed("SQLite, archive", k -> Database.sqlite(folder.resolve("archive" + k + ".db")));
    try (Connection byHand =
        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("hand.db"))) {
      Sql.execute(byHand, "pragma journal_mode = wal");
      Sql.execute(byHand, "create table e " + COLUMNS);
      measure("SQLite, single inserts", SINGLES, () -> insert(byHand, SINGLES, 1));
      byHand.setAutoCommit(false);
      measure("SQLite, JDBC batches", EVENTS, () -> insert(byHand, EVENTS, BATCH));
    }
  }

  private void postgres() throws Exception {
    feed("PostgreSQL, archive", k -> Database.postgres());
    String url = PostgresServer.get().createSchema() + "&reWriteBatchedInserts=true";
    try (Connection byHand = PostgresServer.connect(url)) {
      Sql.execute(byHand, "create table e " + COLUMNS);
      measure("PostgreSQL, single inserts", SINGLES, () -> insert(byHand, SINGLES, 1));
      measure("PostgreSQL, CSV COPY", EVENTS, () -> copyCsv(byHand));
      byHand.setAutoCommit(false);
      measure("PostgreSQL, rewritten batches", EVENTS, () -> insert(byHand, EVENTS, BATCH));
    }
  }

  private static void measure(String what, int events, Work work) throws Exception {
    Rates rates = new Rates(what, events);
    for (int k = 0; k < RUNS; k++) {
      rates.measure(work);
    }
    System.out.println(rates);
  }

  /** Rates of one way, over wall clock and over the processor time of this process. */
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
      EventCursor events = reader.cursor();
      long sum = 0;
      while (events.next()) {
        sum += events.number() + events.int32(0) + (long) events.float32(1) + events.timeNanos();
      }
      assertThat(sum).isNotZero();
    }
  }

  private void feed(String what, IntFunction<Database> databases) throws Exception {
    Rates rates = new Rates(what, EVENTS);
    for (int k = 0; k < RUNS; k++) {
      try (Archive archive = databases.apply(k).open()) {
        rates.measure(() -> assertThat(archive.feed(log).fed()).isEqualTo(EVENTS));
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
      EventCursor events = reader.cursor();
      for (int k = 1; k <= limit && events.next(); k++) {
        insert.setInt(1, 1);
        insert.setLong(2, k);
        insert.setLong(3, events.timeNanos());
        insert.setInt(4, events.int32(0));
        insert.setFloat(5, events.float32(1));
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
      EventCursor events = reader.cursor();
      StringBuilder lines = new StringBuilder();
      for (int k = 1; events.next(); k++) {
        lines.append("1,").append(k).append(',').append(events.timeNanos()).append(',');
        lines.append(events.int32(0)).append(',').append(events.float32(1));
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
