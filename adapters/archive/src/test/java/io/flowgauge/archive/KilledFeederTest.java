package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A feeder that is repeatedly killed, at any moment, and started again feeds each event once.
 * {@code -Dflowgauge.long=true} kills more often.
 */
@Timeout(1800)
class KilledFeederTest {
  private static final boolean IS_LONG = Boolean.getBoolean("flowgauge.long");
  private static final int KILLS = IS_LONG ? 30 : 3;
  private static final int EVENTS = IS_LONG ? 1_000_000 : 120_000;
  private static final int TYPES = 3;

  @TempDir Path folder;

  private Path log;

  /** Feeds the log named by the last argument into the database given by those before it. */
  public static void main(String[] args) throws IOException {
    int last = args.length - 1;
    try (Archive archive =
        last == 1 ? Archive.connect(args[0]) : Archive.connect(args[0], args[1], args[2])) {
      archive.feed(Path.of(args[last]));
    }
  }

  @BeforeEach
  void writeLog() throws IOException {
    log = folder.resolve("a.nlb");
    try (EventLog events = EventLog.open(log)) {
      DeclaredEvent[] types = new DeclaredEvent[TYPES];
      for (int k = 0; k < TYPES; k++) {
        types[k] = events.declare(EventSchema.named("e" + k).int32("n").string("TEXT").build());
      }
      for (int n = 0; n < EVENTS; n++) {
        types[n % TYPES].log(n, "number " + n);
        if (n % 10_000 == 0) {
          Logs.flush(events);
        }
      }
    }
  }

  @Test
  void feed_killedAgainAndAgain_intoSqlite_feedsEachEventOnce() throws Exception {
    killAndCheck(Database.sqlite(folder.resolve("archive.db")));
  }

  @Test
  void feed_killedAgainAndAgain_intoPostgres_feedsEachEventOnce() throws Exception {
    killAndCheck(Database.postgres());
  }

  private void killAndCheck(Database database) throws Exception {
    Random random = new Random();
    try (Archive archive = database.open()) {
      assertThat(archive.tables()).isEmpty();
    }
    int midway = 0;
    for (int k = 0; k < KILLS; k++) {
      Process feeder = start(database);
      long enough = fed(database) + random.nextInt(EVENTS / KILLS);
      while (feeder.isAlive() && fed(database) < enough) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      feeder.waitFor(random.nextInt(50), TimeUnit.MILLISECONDS);
      feeder.destroyForcibly().waitFor();
      long rows = rows(database);
      midway += rows > 0 && rows < EVENTS ? 1 : 0;
    }
    assertThat(midway).as("kills that left a part of the events").isPositive();
    Process feeder = start(database);
    assertThat(feeder.waitFor(300, TimeUnit.SECONDS)).isTrue();
    assertThat(feeder.exitValue()).isZero();
    assertThat(rows(database)).isEqualTo(EVENTS);
    checkValues(database);
  }

  private Process start(Database database) throws IOException {
    List<String> command = JavaCommand.with("-cp", System.getProperty("java.class.path"));
    command.add(KilledFeederTest.class.getName());
    command.addAll(database.arguments());
    command.add(log.toString());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /**
   * Returns the number of rows in all tables; checks that it is the number the archive reports and
   * that no event has two rows.
   */
  private static long rows(Database database) throws ArchiveException {
    long rows = 0;
    try (Archive archive = database.open()) {
      for (EventTable table : archive.tables()) {
        List<String> counts =
            database
                .rows("select count(*), count(distinct event_number) from " + table.table())
                .get(0);
        assertThat(counts.get(0)).isEqualTo(counts.get(1));
        rows += Long.parseLong(counts.get(0));
      }
    }
    assertThat(rows).isEqualTo(fed(database));
    return rows;
  }

  private static long fed(Database database) {
    String sum = "select coalesce(sum(next_event - first_event), 0) from flowgauge_fed";
    return Long.parseLong(database.rows(sum).get(0).get(0));
  }

  private static void checkValues(Database database) {
    for (int k = 0; k < TYPES; k++) {
      String wrong =
          "select count(*) from e"
              + k
              + " where n <> event_number or text <> 'number ' || n"
              + " or n % 3 <> "
              + k;
      assertThat(database.rows(wrong)).containsExactly(List.of("0"));
    }
  }
}
