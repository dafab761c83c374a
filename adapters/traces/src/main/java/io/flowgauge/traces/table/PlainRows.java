package io.flowgauge.traces.table;

import io.flowgauge.internal.AttributePacker;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Rows of a table whose cells are never quoted, split directly in the bytes. Not thread-safe. */
final class PlainRows implements CellRows {
  private static final int SOME = 64;

  /** Reads eight bytes at a time, about the average distance between separators. */
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long LOW_BITS = 0x7f * ONES;
  private static final long RETURNS = '\r' * ONES;

  private final TraceFile file;
  private final TraceLines lines;
  private final char separator;
  private final long separators;

  /** One for each cell that was requested. */
  private ByteTexts[] texts = new ByteTexts[SOME];

  /**
   * Where each cell of the row begins; the last entry is one after the separator that follows the
   * last cell.
   */
  private int[] begins = new int[SOME];

  private int cells;

  /**
   * Where the rest of the line begins after a carriage return without line feed, which also ends a
   * row; -1 if there is no rest.
   */
  private int rest = -1;

  private long returns;

  private PlainRows(TraceFile file, TraceLines lines, char separator) {
    this.file = file;
    this.lines = lines;
    this.separator = separator;
    this.separators = separator * ONES;
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
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long word = (long) WORDS.get(bytes, at);
      for (long ends = equal(word, separators) | equal(word, RETURNS);
          ends != 0;
          ends &= ends - 1) {
        int place = at + Long.numberOfTrailingZeros(ends) / Byte.SIZE;
        if (bytes[place] == '\r') {
          endRow(place, end);
          return;
        }
        endCell(place + 1);
      }
    }
    while (at < end && bytes[at] != '\r') {
      if (bytes[at++] == separator) {
        endCell(at);
      }
    }
    endRow(at, end);
  }

  /** Sets the highest bit of each byte of a word that equals the byte repeated in another word. */
  private static long equal(long word, long repeated) {
    long differing = word ^ repeated;
    return ~((differing & LOW_BITS) + LOW_BITS | differing | LOW_BITS);
  }

  private void endRow(int at, int end) throws TraceFormatException {
    rest = at < end ? at + 1 : -1;
    endCell(at + 1);
  }

  private void endCell(int next) throws TraceFormatException {
    if (next - 1 - begins[cells] > DelimitedFile.MAX_CELL_CHARS) {
      throw error("a cell of over " + DelimitedFile.MAX_CELL_CHARS + " bytes");
    }
    if (cells + 1 == begins.length) {
      begins = grownBegins();
    }
    begins[++cells] = next;
  }

  private int[] grownBegins() throws TraceFormatException {
    if (cells >= DelimitedFile.MAX_CELLS) {
      throw error("a row of over " + DelimitedFile.MAX_CELLS + " cells");
    }
    return Arrays.copyOf(begins, Math.min(2 * begins.length, DelimitedFile.MAX_CELLS + 1));
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

  /** Compares the first characters before it decodes the cell. */
  @Override
  public boolean is(int index, String text) {
    char first = text.isEmpty() || text.charAt(0) > 0x7f ? 0 : text.charAt(0);
    return initial(index) == first && text(index).equals(text);
  }

  @Override
  public char initial(int index) {
    check(index);
    boolean isEmpty = begins[index + 1] - 1 == begins[index];
    return isEmpty ? 0 : (char) Math.max(0, lines.buffer()[begins[index]]);
  }

  /** Does not pack a cell with surrounding space, which is not part of its value. */
  @Override
  public boolean pack(int index, AttributePacker into, int name) {
    check(index);
    byte[] bytes = lines.buffer();
    int from = begins[index];
    int to = begins[index + 1] - 1;
    return from < to
        && bytes[from] > ' '
        && bytes[to - 1] > ' '
        && into.putAscii(name, bytes, from, to);
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
