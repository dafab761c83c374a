package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventBracket;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.trace.Times;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that archives in every database must pass. */
@Timeout(240)
abstract class ArchiveContract {
  /** Format of times in either database: as many digits as needed, and an optional offset. */
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffset("+HH:mm", "+00")
          .optionalEnd()
          .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
          .toFormatter(Locale.ROOT);

  @TempDir Path folder;

  /** Returns an unused database. */
  abstract Database database();

  private static EventSchema.Builder transfer() {
    return EventSchema.named("transfer.end").lifeline("BLOCK_ID").int32("BYTES");
  }

  @Test
  void feed_eventsOfAllTypes_becomeRows() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 300);
    Database database = database();

    try (Archive archive = database.open()) {
      assertThat(archive.feed(log)).isEqualTo(new FeedSummary(600, 0, 0));
    }

    Oracle.assertHolds(database, log);
    assertThat(
            database.rows(
                "select sum(dropped), sum(logged), min(complete)" + " from flowgauge_stream"))
        .containsExactly(List.of("0", "600", "1"));
    assertThat(database.rows("select * from flowgauge_missing")).isEmpty();
    assertThat(database.rows("select * from flowgauge_loss")).isEmpty();
  }

  @Test
  void feed_sameLogAgain_addsNothing() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 100);
    Path copy = Files.copy(log, folder.resolve("copy.nlb"));
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(log);

      assertThat(archive.feed(log)).isEqualTo(new FeedSummary(0, 200, 0));
      assertThat(archive.feed(copy, log)).isEqualTo(new FeedSummary(0, 200, 0));
    }
    try (Archive archive = database.open()) {
      assertThat(archive.feed(copy)).isEqualTo(new FeedSummary(0, 200, 0));
    }
    Oracle.assertHolds(database, log);
  }

  @Test
  void feed_growingLog_feedsWhatWasAppended() throws Exception {
    Path file = folder.resolve("a.nlb");
    Database database = database();
    try (EventLog log = EventLog.open(file);
        Archive archive = database.open()) {
      DeclaredEvent type = log.declare(transfer().build());
      type.log(1L, 10);
      assertThat(log.flush()).isTrue();
      try (Feeder feeder = archive.follow(file)) {
        assertThat(feeder.feed().fed()).isEqualTo(1);
        type.log(2L, 20);
        type.log(3L, 30);
        assertThat(log.flush()).isTrue();
        assertThat(feeder.feed()).isEqualTo(new FeedSummary(2, 0, 0));
        assertThat(feeder.feed()).isEqualTo(new FeedSummary(0, 0, 0));
      }
      assertThat(archive.feed(file)).isEqualTo(new FeedSummary(0, 3, 0));
    }
    Oracle.assertHolds(database, file);
  }

  @Test
  void feed_partsInAnyOrder_addsEachEventOnce() throws Exception {
    Path whole = folder.resolve("whole.nlb");
    List<Path> parts = Logs.writeInParts(whole, folder, 6, 50);
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(parts.get(4));
      archive.feed(parts.get(1), parts.get(2));
      archive.feed(parts.get(5), parts.get(4));
      assertThat(database.rows("select first_event, next_event from flowgauge_missing"))
          .containsExactlyInAnyOrder(List.of("0", "50"), List.of("150", "200"));

      assertThat(archive.feed(whole)).isEqualTo(new FeedSummary(100, 200, 0));
    }
    Oracle.assertHolds(database, whole);
    assertThat(database.rows("select first_event, next_event from flowgauge_fed"))
        .containsExactly(List.of("0", "300"));
    assertThat(database.rows("select * from flowgauge_missing")).isEmpty();
  }

  @Test
  void feed_damagedLog_notesLossUntilSoundCopyComes() throws Exception {
    Path whole = folder.resolve("whole.nlb");
    List<Path> parts = Logs.writeInParts(whole, folder, 3, 50);
    byte[] bytes = Files.readAllBytes(whole);
    int inSecond = (int) (Files.size(parts.get(0)) + Files.size(parts.get(1)) - 10);
    bytes[inSecond] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.nlb"), bytes);
    Database database = database();
    try (Archive archive = database.open()) {
      assertThat(archive.feed(damaged).fed()).isEqualTo(100);
      assertThat(database.rows("select first_event, next_event from flowgauge_missing"))
          .containsExactly(List.of("50", "100"));
      assertThat(database.rows("select file, events, reason from flowgauge_loss"))
          .containsExactly(List.of(damaged.toString(), "50", "a block with damaged events"));

      Files.write(damaged, Files.readAllBytes(whole));
      assertThat(archive.feed(damaged)).isEqualTo(new FeedSummary(50, 100, 0));
    }
    Oracle.assertHolds(database, whole);
    assertThat(database.rows("select * from flowgauge_missing")).isEmpty();
    assertThat(database.rows("select * from flowgauge_loss")).isEmpty();
  }

  @Test
  void feed_cutLog_saysHowManyEventsAreKnownToLack() throws Exception {
    Path whole = folder.resolve("whole.nlb");
    List<Path> parts = Logs.writeInParts(whole, folder, 2, 50);
    byte[] second = Files.readAllBytes(parts.get(1));
    Path cut = folder.resolve("cut.nlb");
    Files.write(cut, Files.readAllBytes(parts.get(0)));
    Files.write(cut, Arrays.copyOf(second, second.length / 2), StandardOpenOption.APPEND);
    Database database = database();
    try (Archive archive = database.open()) {
      assertThat(archive.feed(cut).fed()).isEqualTo(50);
      assertThat(database.rows("select events, reason from flowgauge_loss"))
          .containsExactly(List.of("50", "a block that is cut off"));
      assertThat(database.rows("select complete from flowgauge_stream"))
          .containsExactly(List.of("0"));

      Files.write(cut, Files.readAllBytes(whole));
      archive.feed(cut);
    }
    Oracle.assertHolds(database, whole);
    assertThat(database.rows("select * from flowgauge_loss")).isEmpty();
  }

  @Test
  void feed_oddNames_getSafeColumns() throws Exception {
    String longName = "x".repeat(255);
    Path file = folder.resolve("a.nlb");
    try (EventLog log = EventLog.open(file)) {
      log.declare(
              EventSchema.named("select")
                  .int32("time")
                  .int32("TIME")
                  .int32("Order")
                  .int32("order")
                  .int32("a.b")
                  .int32("a-b")
                  .int32("a_b_2")
                  .int32("XMIN")
                  .int32("1")
                  .int32("\u00e4\u4e2d")
                  .int32("';drop'table'flowgauge_fed;--")
                  .int32(longName)
                  .int32(longName.substring(1) + "y")
                  .constant("LOG_ID", 7)
                  .build())
          .log(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
      log.declare(EventSchema.named("SELECT").int32("n").build()).log(1);
      log.declare(EventSchema.named("flowgauge_fed").int32("n").build()).log(2);
      log.declare(EventSchema.named("sqlite_master").int32("n").build()).log(3);
      log.declare(EventSchema.named("mine").int32("n").build()).log(4);
      log.declare(EventSchema.named(longName).build()).log();
      log.declare(EventSchema.named(longName + "").int32("n").build()).log(5);
    }
    Database database = database();
    database.execute("create table mine (a integer)");

    try (Archive archive = database.open()) {
      assertThat(archive.feed(file).fed()).isEqualTo(7);

      EventTable first = archive.tables().get(0);
      assertThat(first.columns().stream().map(EventColumn::column))
          .startsWith("time_2", "time_3", "order", "order_2", "a_b", "a_b_2", "a_b_2_2", "xmin_2");
      assertThat(archive.tables().stream().map(EventTable::table))
          .contains("select", "select_2", "x_flowgauge_fed", "x_sqlite_master", "mine_2");
    }
    Oracle.assertHolds(database, file);
    assertThat(database.rows("select * from mine")).isEmpty();
  }

  @Test
  void feed_schemasOfOneName_getTablesOfTheirOwn() throws Exception {
    Path file = folder.resolve("a.nlb");
    try (EventLog log = EventLog.open(file)) {
      log.declare(transfer().build()).log(1L, 2);
      log.declare(transfer().string("FILE").build()).log(1L, 2, "f");
      log.declare(EventSchema.named("transfer.end").int64("BLOCK_ID").int32("BYTES").build())
          .log(1L, 2);
    }
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(file);
      assertThat(archive.tables().stream().map(EventTable::table))
          .containsExactly("transfer_end", "transfer_end_2", "transfer_end_3");
    }
    Oracle.assertHolds(database, file);
  }

  @Test
  void feed_constantsThatDiffer_shareTable() throws Exception {
    Path a = folder.resolve("a.nlb");
    Path b = folder.resolve("b.nlb");
    Logs.one(a, transfer().constant("PROG", "server").constant("RATE", Float.NaN).build(), 1L, 2);
    Logs.one(b, transfer().constant("PROG", "client").constant("RATE", 0.1f).build(), 1L, 2);
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(a, b);
      assertThat(archive.tables()).hasSize(1);
    }
    Oracle.assertHolds(database, a, b);
    assertThat(database.rows("select prog from transfer_end order by prog"))
        .containsExactly(List.of("client"), List.of("server"));
  }

  @Test
  void feed_brackets_areJoined() throws Exception {
    Path file = folder.resolve("a.nlb");
    try (EventLog log = EventLog.open(file)) {
      EventBracket send = log.bracket("send");
      send.start(1);
      send.start(2);
      send.end(1, -5);
    }
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(file);
    }
    assertThat(
            database
                .rows(
                    "select lifeline, end_status, duration_nanos = end_time_nanos - start_time_nanos,"
                        + " end_time is null from send_bracket order by lifeline")
                .toString())
        .isIn("[[1, -5, 1, 0], [2, null, null, 1]]", "[[1, -5, t, f], [2, null, null, t]]");
  }

  @Test
  void time_ofRow_isThatOfEvent() throws Exception {
    Path file = folder.resolve("a.nlb");
    Logs.one(file, transfer().build(), 1L, 2);
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(file);
    }
    String nanos = database.rows("select time_nanos from transfer_end").get(0).get(0);
    String time = database.rows("select time from transfer_end").get(0).get(0);
    assertThat(Times.instant(Long.parseLong(nanos)).truncatedTo(ChronoUnit.MICROS))
        .isEqualTo(TIME.parse(time, Instant::from).truncatedTo(ChronoUnit.MICROS));
  }

  @Test
  void feed_fromSeveralProgramsAtOnce_addsEachEventOnce() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 15_000);
    Database database = database();
    ExecutorService feeders = Executors.newFixedThreadPool(3);
    try {
      List<Future<FeedSummary>> summaries =
          feeders.invokeAll(
              Collections.nCopies(
                  3,
                  () -> {
                    try (Archive archive = database.open()) {
                      return archive.feed(log);
                    }
                  }));
      FeedSummary all = new FeedSummary(0, 0, 0);
      for (Future<FeedSummary> summary : summaries) {
        all = all.plus(summary.get());
      }
      assertThat(all).isEqualTo(new FeedSummary(30_000, 60_000, 0));
    } finally {
      feeders.shutdownNow();
    }
    Oracle.assertHolds(database, log);
  }

  @Test
  void feed_tableChangedBySomebody_saysSo() throws Exception {
    Path a = folder.resolve("a.nlb");
    Path b = folder.resolve("b.nlb");
    Logs.one(a, transfer().build(), 1L, 2);
    Logs.one(b, transfer().build(), 1L, 2);
    Database database = database();
    try (Archive archive = database.open()) {
      archive.feed(a);
      database.execute("drop view transfer_end_view", "alter table transfer_end drop column bytes");

      assertThatThrownBy(() -> archive.feed(b))
          .isInstanceOf(ArchiveException.class)
          .hasMessageContaining("bytes")
          .hasMessageContaining("no such table or column");
      assertThat(archive.feed(a)).isEqualTo(new FeedSummary(0, 1, 0));
    }
  }

  @Test
  void open_archiveOfNewerVersion_saysSo() {
    Database database = database();
    try (Archive archive = database.open()) {
      database.execute(
          "insert into flowgauge_archive_schema (installed_rank, version, description, type,"
              + " script, installed_by, execution_time, success)"
              + " values (99, '999', 'later', 'SQL', 'V999__later.sql', 'x', 1, "
              + (database.isSqlite() ? "1" : "true")
              + ")");
      assertThat(archive).isNotNull();
    } catch (ArchiveException e) {
      throw new AssertionError(e);
    }
    assertThatThrownBy(database::open)
        .hasCauseInstanceOf(ArchiveException.class)
        .hasMessageContaining("newer Flowgauge")
        .hasMessageContaining("999");
  }

  @Test
  void feed_eventWithMoreFieldsThanColumns_isRefused() throws Exception {
    EventSchema.Builder wide = EventSchema.named("wide");
    for (int k = 0; k < 2500; k++) {
      wide.field("f" + k, FieldType.INT32);
    }
    Path file = folder.resolve("a.nlb");
    Object[] values = new Object[2500];
    Arrays.fill(values, 1);
    Logs.one(file, wide.build(), values);
    try (Archive archive = database().open()) {
      assertThatThrownBy(() -> archive.feed(file))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("event wide has 2500 fields");
      assertThat(archive.tables()).isEmpty();
    }
  }
}
