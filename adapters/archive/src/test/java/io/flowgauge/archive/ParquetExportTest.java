package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.trace.Times;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
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
    Oracle.assertHolds(export, log);
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
    Oracle.assertHolds(export, log);
  }

  @Test
  void write_damagedLog_tellsLosses() throws Exception {
    Path log = folder.resolve("a.nlb");
    Logs.write(log, 2000);
    byte[] bytes = Files.readAllBytes(log);
    bytes[bytes.length / 2] ^= 1;
    Files.write(log, bytes);

    ParquetExport export = ParquetExport.write(folder, log);

    assertThat(export.losses()).isNotEmpty();
    Oracle.assertHolds(export, log);
  }

  @Test
  void write_noLog_isRefused() {
    assertThatThrownBy(() -> ParquetExport.write(folder))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
