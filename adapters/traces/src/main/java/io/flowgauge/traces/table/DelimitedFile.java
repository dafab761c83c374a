package io.flowgauge.traces.table;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.FileContent;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a text table row by row. Cells of comma- and semicolon-separated tables may be quoted;
 * those of tables separated by tabs or vertical bars are taken literally, because the engines that
 * write them never quote and a lone quote would swallow the rows that follow. Not thread-safe.
 */
public final class DelimitedFile implements Closeable {
  /** Maximum length of a cell; a longer one is not a value of a trace. */
  public static final int MAX_CELL_CHARS = 1_000_000;

  /** Maximum number of cells in a row; a longer one does not belong to a table of a trace. */
  public static final int MAX_CELLS = 10_000;

  /** A character that does not occur in texts. */
  private static final char NO_QUOTE = '\0';

  private static final Pattern PLACE = Pattern.compile(" ?\\(record starting at (line \\d+)\\)$");

  private final TraceFile file;
  private final EndNoting text;
  private final CsvReader<CsvRecord> reader;
  private final Iterator<CsvRecord> rows;
  private long line;

  private DelimitedFile(TraceFile file, EndNoting text, CsvReader<CsvRecord> reader) {
    this.file = file;
    this.text = text;
    this.reader = reader;
    rows = reader.iterator();
  }

  /** Opens a table, positioned after its header. */
  public static DelimitedFile open(TraceFile file, TableColumns columns) throws IOException {
    // This reader replaces bytes that are not UTF-8; one from Files.newBufferedReader would throw.
    Reader in = new InputStreamReader(FileContent.open(file.path()), StandardCharsets.UTF_8);
    DelimitedFile table = of(file, in, columns.separator());
    table.nextCells(); // the header
    return table;
  }

  /**
   * Reads rows from a text.
   *
   * @param file the file it comes from, for messages
   * @param text rows, without a header
   */
  public static DelimitedFile of(TraceFile file, String text, TableColumns columns)
      throws IOException {
    return of(file, new StringReader(text), columns.separator());
  }

  static DelimitedFile of(TraceFile file, Reader in, char separator) {
    EndNoting text = new EndNoting(in);
    CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .fieldSeparator(separator)
            .quoteCharacter(isPlain(separator) ? NO_QUOTE : '"')
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .build(
                CsvRecordHandler.builder()
                    .maxFields(MAX_CELLS)
                    .maxFieldSize(MAX_CELL_CHARS)
                    .build(),
                text);
    return new DelimitedFile(file, text, reader);
  }

  /**
   * Moves to the next row.
   *
   * @return the row, or empty at the end
   */
  public Optional<TableRow> next(TableColumns columns) throws IOException {
    Optional<List<String>> cells = nextCells();
    return cells.map(values -> TableRow.of(line, columns, values, isTerminated()));
  }

  /** Whether cells between such separators are never quoted. */
  static boolean isPlain(char separator) {
    return separator == '\t' || separator == '|';
  }

  /** Returns the line in which the last row began, counted from 1. */
  long line() {
    return line;
  }

  /** Whether the last row has a line end. */
  boolean isTerminated() {
    return !text.isOpen();
  }

  /** Notes whether the text has been read to its end, and whether that is a line end. */
  private static final class EndNoting extends FilterReader {
    private char last = '\n';
    private boolean isOver;

    EndNoting(Reader in) {
      super(in);
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
      int count = super.read(into, offset, length);
      isOver = count < 0;
      last = count > 0 ? into[offset + count - 1] : last;
      return count;
    }

    /**
     * Whether the text has been read to its end and lacks a line end. Until the last row, which
     * extends to the end, the text is not read completely.
     */
    boolean isOpen() {
      return isOver && last != '\n' && last != '\r';
    }
  }

  /** Returns the cells of the next row; empty at the end. */
  Optional<List<String>> nextCells() throws IOException {
    try {
      if (!rows.hasNext()) {
        return Optional.empty();
      }
      CsvRecord row = rows.next();
      line = row.getStartingLineNumber();
      return Optional.of(row.getFields());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw unreadable(e);
    }
  }

  private TraceFormatException unreadable(CsvParseException e) {
    Matcher place = PLACE.matcher(e.getMessage());
    return new TraceFormatException(
        file.name(),
        place.find() ? place.group(1) : "after line " + line,
        place.replaceFirst(""),
        "rows of at most "
            + MAX_CELLS
            + " cells of at most "
            + MAX_CELL_CHARS
            + " characters, with closed quotes",
        e);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
