package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.internal.AttributePacker;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellRowsTest {
  private static final String HEADER = "a|b|c\n";

  @TempDir Path folder;

  private TraceFile file(byte[] content) throws IOException {
    return new TraceFile(Files.write(folder.resolve("table"), content), HEADER);
  }

  private static List<String> rows(TraceFile file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (CellRows cells = CellRows.open(file, TableColumns.require(file))) {
      while (cells.next()) {
        List<String> row = new ArrayList<>();
        for (int k = 0; k < cells.size(); k++) {
          row.add(cells.text(k));
        }
        rows.add(cells.line() + " " + row + (cells.isTerminated() ? "" : " open"));
      }
    }
    return rows;
  }

  /** Returns the rows that the general parser reads. */
  private static List<String> oracle(TraceFile file) throws IOException {
    TableColumns columns = TableColumns.require(file);
    List<String> rows = new ArrayList<>();
    try (DelimitedFile table = DelimitedFile.open(file, columns)) {
      for (Optional<List<String>> row = table.nextCells();
          row.isPresent();
          row = table.nextCells()) {
        rows.add(table.line() + " " + row.get() + (table.isTerminated() ? "" : " open"));
      }
    }
    return rows;
  }

  @Test
  void rows_ofAnyText_areThoseOfTheGeneralParser() throws Exception {
    Random random = new Random(20260105);
    String[] parts = {"|", "|", "\n", "\r\n", "x", "value", "\"", " ", "é", "\t", "12:30"};
    for (int k = 0; k < 2000; k++) {
      StringBuilder text = new StringBuilder(HEADER);
      for (int part = random.nextInt(40); part > 0; part--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      TraceFile file = file(text.toString().getBytes(UTF_8));
      assertThat(rows(file)).as(text.toString()).isEqualTo(oracle(file));
    }
  }

  @Test
  void rows_ofBytesThatAreNoText_areThoseOfTheGeneralParser() throws Exception {
    Random random = new Random(20260105);
    for (int k = 0; k < 500; k++) {
      byte[] bytes = (HEADER + "one|two|three\nfour|fünf|sechs\n").getBytes(UTF_8);
      for (int change = 0; change < 5; change++) {
        bytes[HEADER.length() + random.nextInt(bytes.length - HEADER.length())] =
            (byte) (128 + random.nextInt(128));
      }
      TraceFile file = file(bytes);
      assertThat(rows(file)).isEqualTo(oracle(file));
    }
  }

  @Test
  void dateAndDigits_ofAnyCell_areThoseOfItsText() throws Exception {
    Random random = new Random(20261127);
    String[] cells = {
      "", "2026-11-20T11:04:31", "2026-11-20 11:04:31.5", "2026-13-20T11:04:31", "é", "17", " 17"
    };
    StringBuilder text = new StringBuilder(HEADER);
    for (int k = 0; k < 300; k++) {
      text.append(cells[random.nextInt(cells.length)]).append(k % 3 == 2 ? '\n' : '|');
    }
    TraceFile file = file(text.toString().getBytes(UTF_8));
    try (CellRows rows = CellRows.open(file, TableColumns.require(file))) {
      while (rows.next()) {
        for (int k = 0; k < rows.size(); k++) {
          String cell = rows.text(k);
          assertThat(rows.date(k)).isEqualTo(FixedDate.nanos(cell).orElse(FixedDate.NONE));
          assertThat(rows.digits(k, DecimalDigits.MAX))
              .isEqualTo(DecimalDigits.of(cell, DecimalDigits.MAX));
        }
      }
    }
  }

  @Test
  void initialIsAndPack_ofAnyCell_areThoseOfItsText() throws Exception {
    List<String> cells = List.of("", "-", "x", "xy", "é", "xé", " x", "x ", "x y", "x".repeat(41));
    String text = HEADER + String.join("|", cells) + "\n";
    TraceFile file = file(text.getBytes(UTF_8));
    AttributePacker packer = new AttributePacker(List.of("name"));
    try (CellRows rows = CellRows.open(file, TableColumns.require(file))) {
      assertThat(rows.next()).isTrue();
      for (int k = 0; k < cells.size(); k++) {
        String cell = cells.get(k);
        assertThat(rows.initial(k))
            .isEqualTo(cell.isEmpty() || cell.startsWith("é") ? 0 : cell.charAt(0));
        for (String other : cells) {
          assertThat(rows.is(k, other)).isEqualTo(cell.equals(other));
        }
        boolean packed = rows.pack(k, packer, 0);
        assertThat(packed).isEqualTo(List.of("-", "x", "xy", "x y").contains(cell));
        assertThat(packer.take()).isEqualTo(packed ? Map.of("name", cell) : Map.of());
      }
    }
  }

  @Test
  void rows_endedByReturnsAlone_areRows() throws Exception {
    assertThat(rows(file((HEADER + "1|2|3\r4|5|6\r\r7|8|9\n10|11|12").getBytes(UTF_8))))
        .containsExactly("2 [1, 2, 3]", "3 [4, 5, 6]", "5 [7, 8, 9]", "6 [10, 11, 12] open");
  }

  @Test
  void isTerminated_ofQuotedCells_falseForTheLastRowAlone() throws Exception {
    String rows = "1,2,3\n".repeat(10_000);
    assertThat(quoted(rows + "4,5,\"6\"")).containsExactly("10002 [4, 5, 6] open");
    assertThat(quoted(rows + "4,5,")).containsExactly("10002 [4, 5, ] open");
    for (String end : List.of("\n", "\r\n", "\r", "\n\n")) {
      assertThat(quoted(rows + "4,5,6" + end)).isEmpty();
    }
  }

  /** Returns the rows whose quotes are still open. */
  private List<String> quoted(String text) throws IOException {
    String header = "a,b,c\n";
    Path path = Files.writeString(folder.resolve("quoted"), header + text);
    return rows(new TraceFile(path, header)).stream().filter(row -> row.endsWith("open")).toList();
  }

  @Test
  void rows_longerThanAnyBlock_areWhole() throws Exception {
    String cell = "x".repeat(100_000);
    assertThat(rows(file((HEADER + cell + "|" + cell + "|" + cell).getBytes(UTF_8))))
        .containsExactly("2 [" + cell + ", " + cell + ", " + cell + "] open");
  }

  @Test
  void rows_beyondTheLimits_areRefused() throws Exception {
    TraceFile wide = file((HEADER + "1\n" + "x".repeat(1_000_001) + "|").getBytes(UTF_8));
    assertThatThrownBy(() -> rows(wide))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("line 3: found a cell of over 1000000 bytes, expected rows of");
    TraceFile many = file((HEADER + "|".repeat(10_000)).getBytes(UTF_8));
    assertThatThrownBy(() -> rows(many))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("line 2: found a row of over 10000 cells, expected rows of");
  }
}
