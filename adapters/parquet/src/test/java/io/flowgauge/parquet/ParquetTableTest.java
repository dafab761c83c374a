package io.flowgauge.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.parquet.ParquetTable.CellType;
import io.flowgauge.parquet.ParquetTable.Column;
import io.flowgauge.testsupport.ForcedFiles;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTableTest {
  private static final List<Column> COLUMNS = List.of(new Column("x", CellType.DOUBLE));

  @TempDir Path folder;

  @Test
  void publish_afterARowThatFailed_leavesTheFileOfThatName() throws IOException {
    Path file = folder.resolve("t.parquet");
    try (ParquetTable table = ParquetTable.create(file, COLUMNS)) {
      table.add(1.5);
      table.publish();
    }
    byte[] before = Files.readAllBytes(file);
    try (ParquetTable table = ParquetTable.create(file, COLUMNS)) {
      table.add(1.5);
      assertThatThrownBy(() -> table.add(7)).isInstanceOf(RuntimeException.class);
      assertThatThrownBy(table::publish)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("t.parquet could not be written");
    }
    assertThat(file).hasBinaryContent(before);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void publish_twoTablesOfOneName_areWhole() throws Exception {
    Path file = folder.resolve("t.parquet");
    try (ParquetTable one = ParquetTable.create(file, COLUMNS);
        ParquetTable other = ParquetTable.create(file, COLUMNS)) {
      one.add(1.5);
      other.add(2.5);
      other.publish();
      assertThat(sum(file)).isEqualTo(2.5);
      one.add(1.5);
      one.publish();
      assertThat(sum(file)).isEqualTo(3);
    }
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** Otherwise the file could be empty after a power cut, and the previous one gone. */
  @Test
  void publish_content_isForcedToTheDisk() throws Exception {
    List<Path> forced =
        ForcedFiles.in(
            folder,
            () -> {
              try (ParquetTable table = ParquetTable.create(folder.resolve("t.parquet"), COLUMNS)) {
                table.publish();
              }
              return folder;
            });
    assertThat(forced).hasSize(1);
  }

  private static double sum(Path file) throws SQLException {
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet row = statement.executeQuery("select sum(x) from '" + file + "'")) {
      row.next();
      return row.getDouble(1);
    }
  }

  /** Writes a table, in its own process. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      try (ParquetTable table = ParquetTable.create(Path.of(arguments[0]), COLUMNS)) {
        table.add(1.5);
        table.publish();
      } catch (IOException e) {
        System.out.println("message: " + e.getMessage());
      }
    }
  }

  /** The compression library is unpacked into the temporary folder. */
  @Test
  void create_noTemporaryFolder_saysSo() throws Exception {
    Path none = folder.resolve("none");
    List<String> command =
        JavaCommand.with(
            "-Djava.io.tmpdir=" + none,
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName(),
            folder.resolve("t.parquet").toString());
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(new String(child.getInputStream().readAllBytes(), UTF_8))
        .contains("message: the library of Zstandard cannot be loaded from " + none);
    assertThat(folder).isEmptyDirectory();
  }
}
