package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.trace.TraceFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads the lines of a text file one at a time as bytes, with a limit on their length: a file of
 * any size takes no more memory than its longest line. A byte order mark is skipped; lines end with
 * LF or CR LF. Not thread-safe.
 *
 * <pre>{@code
 * try (TraceLines lines = TraceLines.of(file)) {
 *   while (lines.next()) {
 *     parse(lines.number(), lines.text());
 *   }
 * }
 * }</pre>
 */
public final class TraceLines implements Closeable {
  /** Longest line that is accepted by default, in bytes. */
  public static final int MAX_LINE = 16 << 20;

  private static final int BLOCK = 1 << 16;
  private static final int BOM_LENGTH = 3;

  private final TraceFile file;
  private final InputStream in;
  private final int limit;
  private byte[] buffer = new byte[BLOCK];

  /** The current line is buffer[begin, end). */
  private int begin;

  private int end;

  /**
   * No line feed lies between {@code begin} and this index; after a scan, the end of the line
   * including its line feed.
   */
  private int scanned;

  private int filled;
  private boolean exhausted;
  private boolean terminated;
  private long number;

  private TraceLines(TraceFile file, InputStream in, int limit) {
    this.file = file;
    this.in = in;
    this.limit = limit;
  }

  /** Opens the lines of a file, of at most {@value #MAX_LINE} bytes each. */
  public static TraceLines of(TraceFile file) throws IOException {
    return of(file, MAX_LINE);
  }

  /**
   * Opens the lines of a file, with a given limit on their length.
   *
   * @param limit the maximum length in bytes
   * @return its lines, positioned before the first
   */
  public static TraceLines of(TraceFile file, int limit) throws IOException {
    return new TraceLines(file, FileContent.open(file.path()), limit);
  }

  /**
   * Goes to the next line.
   *
   * @return false if there is none
   */
  public boolean next() throws IOException {
    begin = scanned;
    terminated = false;
    do {
      terminated = scan();
    } while (!terminated && fill());
    end = terminated ? scanned - 1 : scanned;
    if (!terminated && end == begin) {
      return false;
    }
    trim();
    return true;
  }

  /** Moves past the next line feed, if there is one in the buffer. */
  private boolean scan() {
    byte[] bytes = buffer;
    int at = scanned;
    while (at < filled && bytes[at] != '\n') {
      at++;
    }
    boolean found = at < filled;
    scanned = found ? at + 1 : at;
    return found;
  }

  /** Returns the number of the current line, counted from 1. */
  public long number() {
    return number;
  }

  /**
   * Whether the current line ends with a line feed; the last one of a truncated file does not.
   *
   * @return false if the file ends in this line
   */
  public boolean isTerminated() {
    return terminated;
  }

  /**
   * Returns the current line without its line end, decoded as UTF-8; malformed bytes become U+FFFD.
   */
  public String text() {
    return new String(buffer, begin, end - begin, UTF_8);
  }

  /**
   * Returns the buffer that contains the current line. The next call of {@link #next()} changes it.
   *
   * @return the bytes; the line is those from {@link #begin()} up to {@link #end()}
   */
  public byte[] buffer() {
    return buffer;
  }

  /** Returns the index in {@link #buffer()} at which the current line begins. */
  public int begin() {
    return begin;
  }

  /**
   * Returns the index in {@link #buffer()} after the last byte of the current line, excluding its
   * line end.
   */
  public int end() {
    return end;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean fill() throws IOException {
    if (exhausted) {
      return false;
    }
    if (filled - begin > limit) {
      throw file.error(
          "line " + (number + 1), "a line of over " + limit + " bytes", "a shorter line");
    }
    makeRoom();
    int count = in.read(buffer, filled, buffer.length - filled);
    exhausted = count < 0;
    filled += Math.max(count, 0);
    return !exhausted;
  }

  private void makeRoom() {
    if (begin > 0) {
      System.arraycopy(buffer, begin, buffer, 0, filled - begin);
      scanned -= begin;
      filled -= begin;
      begin = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
  }

  private void trim() {
    number++;
    if (end > begin && buffer[end - 1] == '\r') {
      end--;
    }
    if (number == 1 && hasByteOrderMark()) {
      begin += BOM_LENGTH;
    }
  }

  private boolean hasByteOrderMark() {
    return end - begin >= BOM_LENGTH
        && buffer[begin] == (byte) 0xef
        && buffer[begin + 1] == (byte) 0xbb
        && buffer[begin + 2] == (byte) 0xbf;
  }
}
