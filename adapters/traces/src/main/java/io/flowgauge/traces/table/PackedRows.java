package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of numbers and texts packed into bytes, for readers that must keep millions of them: objects
 * would take several times the space, and every garbage collection would visit each. Values are
 * read in the order in which they were written. Not thread-safe.
 *
 * <pre>{@code
 * rows.number(7).text("seven").end();
 * PackedRows.Row row = rows.row(0);
 * row.number(); // 7
 * }</pre>
 */
public final class PackedRows {
  private static final int BLOCK = 1 << 16;

  /** Bits of a number per byte; the highest bit of a byte indicates that more follow. */
  private static final int NUMBER_BITS = 7;

  private static final int MORE = 1 << NUMBER_BITS;
  private static final int MAX_NUMBER_BYTES = 10;

  private final List<byte[]> blocks = new ArrayList<>();

  /** Where each row begins: its block, and the position in it. */
  private long[] begins = new long[16];

  private int size;

  /** Next free byte of the last block. */
  private int free = BLOCK;

  /** The row being written. */
  private byte[] row = new byte[256];

  private int length;

  /** Creates an empty store. */
  public PackedRows() {}

  /** Writes a number, which takes less space the closer it is to 0. */
  public PackedRows number(long value) {
    makeRoom(MAX_NUMBER_BYTES);
    long left = value << 1 ^ value >> 63;
    while (left >>> NUMBER_BITS != 0) {
      row[length++] = (byte) (left | MORE);
      left >>>= NUMBER_BITS;
    }
    row[length++] = (byte) left;
    return this;
  }

  /** Writes a text. */
  public PackedRows text(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    number(bytes.length);
    makeRoom(bytes.length);
    System.arraycopy(bytes, 0, row, length, bytes.length);
    length += bytes.length;
    return this;
  }

  private void makeRoom(int bytes) {
    if (row.length - length < bytes) {
      row = Arrays.copyOf(row, 2 * row.length + bytes);
    }
  }

  /** Completes the row, whose index is the number of rows before it. */
  public void end() {
    if (free + length > BLOCK) {
      blocks.add(new byte[Math.max(BLOCK, length)]);
      free = 0;
    }
    if (size == begins.length) {
      begins = Arrays.copyOf(begins, size + size / 2);
    }
    begins[size++] = (long) (blocks.size() - 1) << Integer.SIZE | free;
    System.arraycopy(row, 0, blocks.get(blocks.size() - 1), free, length);
    free += length;
    length = 0;
  }

  /** Returns the number of rows. */
  public int size() {
    return size;
  }

  /** Returns a row, positioned before its first value. */
  public Row row(int index) {
    long begin = begins[index];
    return new Row(blocks.get((int) (begin >>> Integer.SIZE)), (int) begin);
  }

  /** Reads a row. Not thread-safe. */
  public static final class Row {
    private final byte[] bytes;
    private int at;

    private Row(byte[] bytes, int at) {
      this.bytes = bytes;
      this.at = at;
    }

    /** Reads a number. */
    public long number() {
      long value = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes[at++];
        value |= (long) (next & MORE - 1) << shift;
        shift += NUMBER_BITS;
      } while (next < 0);
      return value >>> 1 ^ -(value & 1);
    }

    /** Reads a text. */
    public String text() {
      int length = (int) number();
      at += length;
      return new String(bytes, at - length, length, UTF_8);
    }
  }
}
