package io.flowgauge.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.archive.Logs;
import io.flowgauge.archive.Oracle;
import io.flowgauge.archive.RandomLogs;
import io.flowgauge.log.EventSchema;
import io.flowgauge.testsupport.Commands;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetExportTest {
  @TempDir Path folder;

  @Test
  void write_eventsOfAllTypes_areReadByAnotherProgram() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 30_000);
    Path columns = folder.resolve("columns/of/log");

    ParquetExport export = ParquetExport.write(columns, log);

    assertThat(export.files().stream().map(f -> f.file().getFileName().toString()))
        .containsExactlyInAnyOrder("all_types.parquet", "text.parquet");
    assertThat(export.losses()).isEmpty();
    assertHolds(export, log);
    try (var files = Files.list(columns)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void write_time_isTimestampOfEvent() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.one(log, EventSchema.named("e").int32("n").build(), 1);
    ParquetExport.write(folder, log);
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select time, time_nanos, typeof(time) from '" + folder + "/e.parquet'")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(3)).isEqualTo("TIMESTAMP WITH TIME ZONE");
      assertThat(row.getObject(1, OffsetDateTime.class).toInstant())
          .isEqualTo(Times.instant(row.getLong(2)).truncatedTo(ChronoUnit.MICROS));
    }
  }

  @Test
  void write_again_replacesFiles() throws Exception {
    Path log = folder.resolve("a.nlb");
    EventSchema schema = EventSchema.named("e").int32("n").constant("c", "x").build();
    Logs.one(log, schema, 1);
    ParquetExport.write(folder, log);
    Logs.one(log, schema, 2);

    ParquetExport export = ParquetExport.write(folder, log);

    assertThat(export.files()).hasSize(1);
    assertThat(export.files().get(0).rows()).isEqualTo(2);
    assertHolds(export, log);
  }

  @Test
  void write_damagedLog_reportsLosses() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 2000);
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 2] ^= 1;
    Files.write(log, bytes);

    ParquetExport export = ParquetExport.write(folder, log);

    assertThat(export.losses()).isNotEmpty();
    assertHolds(export, log);
  }

  @Test
  void write_noLog_isRefused() {
    assertThatThrownBy(() -> ParquetExport.write(folder))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void export_diskFull_leavesNothingBehind() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 30_000);
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        Commands.succeeds("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", disk.toString()),
        "skipped: no small disk can be mounted here");
    try {
      assertThatThrownBy(() -> ParquetExport.write(disk, log)).isInstanceOf(IOException.class);
      try (var files = Files.list(disk)) {
        assertThat(files).isEmpty();
      }
    } finally {
      Commands.succeeds("umount", "-l", disk.toString());
    }
  }

  @Property(tries = 20)
  void write_anyLog_givesItsEvents(@ForAll Random random) throws IOException {
    Path any = Files.createTempDirectory("flowgauge-parquet");
    try {
      Path log = any.resolve("a.nlb");
      new RandomLogs(random).write(log);
      ParquetExport export = ParquetExport.write(any.resolve("columns"), log);
      assertThat(export.losses()).isEmpty();
      assertHolds(export, log);
    } finally {
      try (Stream<Path> files = Files.walk(any)) {
        files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
      }
    }
  }

  /**
   * Asserts that the files hold exactly the events of the logs, as read by another program, DuckDB.
   */
  private static void assertHolds(ParquetExport export, Path... logs) throws IOException {
    Oracle oracle = new Oracle(UnaryOperator.identity(), logs);
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
      for (ColumnarFile file : export.files()) {
        String quoted = "'" + file.file() + "'";
        assertThat(oracle.checkAll(duck, quoted, file.event(), file.columns()))
            .isEqualTo(file.rows());
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    oracle.assertAllFound();
  }
}
