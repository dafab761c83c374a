package io.flowgauge.traces.table;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.Arrays;

/** Rows of a table whose cells are never quoted, found in its bytes. Not thread-safe. */
final class PlainRows implements CellRows {
  private static final int SOME = 64;

  private final TraceFile file;
  private final TraceLines lines;
  private final char separator;

  /** Of each cell that was asked for. */
  private ByteTexts[] texts = new ByteTexts[SOME];

  /** Where each cell of the row begins, and one place behind the separator after the last. */
  private int[] begins = new int[SOME];

  private int cells;

  /** What is left of the line behind a carriage return without line feed, which ends a row, too. */
  private int rest = -1;

  private long returns;

  private PlainRows(TraceFile file, TraceLines lines, char separator) {
    this.file = file;
    this.lines = lines;
    this.separator = separator;
  }

  static PlainRows open(TraceFile file, char separator) throws IOException {
    PlainRows rows = new PlainRows(file, TraceLines.of(file), separator);
    try {
      rows.next(); // the header
      return rows;
    } catch (IOException e) {
      rows.close();
      throw e;
    }
  }

  @Override
  public boolean next() throws IOException {
    do {
      if (rest >= 0) {
        returns++;
      } else if (!lines.next()) {
        cells = 0;
        return false;
      }
      split(rest >= 0 ? rest : lines.begin());
    } while (cells == 1 && begins[1] == begins[0] + 1);
    return true;
  }

  private void split(int from) throws TraceFormatException {
    byte[] bytes = lines.buffer();
    int end = lines.end();
    cells = 0;
    begins[0] = from;
    int at = from;
    while (at < end && bytes[at] != '\r') {
      if (bytes[at++] == separator) {
        endCell(at);
      }
    }
    rest = at < end ? at + 1 : -1;
    endCell(at + 1);
  }

  private void endCell(int next) throws TraceFormatException {
    if (next - 1 - begins[cells] > DelimitedFile.MAX_CELL_CHARS) {
      throw error("a cell of over " + DelimitedFile.MAX_CELL_CHARS + " bytes");
    }
    if (cells == DelimitedFile.MAX_CELLS) {
      throw error("a row of over " + DelimitedFile.MAX_CELLS + " cells");
    }
    cells++;
    if (cells == begins.length) {
      begins = Arrays.copyOf(begins, 2 * cells);
    }
    begins[cells] = next;
  }

  private TraceFormatException error(String found) {
    return file.error(
        "line " + line(),
        found,
        "rows of at most "
            + DelimitedFile.MAX_CELLS
            + " cells of at most "
            + DelimitedFile.MAX_CELL_CHARS
            + " bytes");
  }

  @Override
  public long line() {
    return lines.number() + returns;
  }

  @Override
  public boolean isTerminated() {
    return rest >= 0 || lines.isTerminated();
  }

  @Override
  public int size() {
    return cells;
  }

  @Override
  public String text(int index) {
    check(index);
    if (index >= texts.length) {
      texts = Arrays.copyOf(texts, begins.length);
    }
    if (texts[index] == null) {
      texts[index] = new ByteTexts();
    }
    return texts[index].text(lines.buffer(), begins[index], begins[index + 1] - 1);
  }

  @Override
  public long digits(int index, int most) {
    check(index);
    return DecimalDigits.of(lines.buffer(), begins[index], begins[index + 1] - 1, most);
  }

  @Override
  public long date(int index) {
    check(index);
    return FixedDate.nanos(lines.buffer(), begins[index], begins[index + 1] - 1);
  }

  private void check(int index) {
    if (index >= cells) {
      throw new IndexOutOfBoundsException("cell " + index + " of " + cells);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
