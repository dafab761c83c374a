package io.flowgauge.traces.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.FileContent;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a text table row by row. Cells of comma- and semicolon-separated tables may be quoted;
 * those of tables separated by tabs or vertical bars are taken as they are, because the engines
 * that write them never quote and a lone quote would swallow the rows that follow. Not thread-safe.
 */
public final class DelimitedFile implements Closeable {
  /** A longer cell is no value of a trace. */
  public static final int MAX_CELL_CHARS = 1_000_000;

  /** More cells in a row are no table of a trace. */
  public static final int MAX_CELLS = 10_000;

  private static final CsvFactory FACTORY =
      CsvFactory.builder()
          .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(MAX_CELL_CHARS).build())
          .build();

  private final TraceFile file;
  private final CsvParser parser;
  private long line;

  private DelimitedFile(TraceFile file, CsvParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /** Opens a table behind its header. */
  public static DelimitedFile open(TraceFile file, TableColumns columns) throws IOException {
    // A reader of its own replaces bytes that are not UTF-8, where Files.newBufferedReader throws.
    Reader in = new InputStreamReader(FileContent.open(file.path()), StandardCharsets.UTF_8);
    DelimitedFile table = of(file, in, columns.separator());
    table.nextCells(); // the header
    return table;
  }

  /**
   * Rows of a text.
   *
   * @param file the file it is from, for messages
   * @param text rows, without a header
   */
  public static DelimitedFile of(TraceFile file, String text, TableColumns columns)
      throws IOException {
    return of(file, new StringReader(text), columns.separator());
  }

  static DelimitedFile of(TraceFile file, Reader in, char separator) throws IOException {
    CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(separator);
    CsvParser parser = FACTORY.createParser(in);
    parser.setSchema(separator == '\t' || separator == '|' ? schema.withoutQuoteChar() : schema);
    return new DelimitedFile(file, parser);
  }

  /**
   * Goes to the next row.
   *
   * @return the row, or empty at the end
   */
  public Optional<TableRow> next(TableColumns columns) throws IOException {
    Optional<List<String>> cells = nextCells();
    return cells.map(values -> new TableRow(line, columns, values));
  }

  /** Cells of the next row, or empty at the end. */
  Optional<List<String>> nextCells() throws IOException {
    try {
      JsonToken token = parser.nextToken();
      while (token != null && token != JsonToken.START_ARRAY) {
        token = parser.nextToken();
      }
      if (token == null) {
        return Optional.empty();
      }
      return Optional.of(cells());
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private List<String> cells() throws IOException {
    List<String> cells = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != null && token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (cells.isEmpty()) {
        line = parser.currentTokenLocation().getLineNr();
      }
      if (cells.size() == MAX_CELLS) {
        throw file.error("line " + line, "more cells", "at most " + MAX_CELLS + " cells in a row");
      }
      cells.add(parser.getText());
    }
    return cells;
  }

  private TraceFormatException unreadable(JsonProcessingException e) {
    // The library's own message names its classes.
    return e instanceof StreamConstraintsException
        ? refused("a longer cell", "cells of at most " + MAX_CELL_CHARS + " characters", e)
        : refused("a row that cannot be taken apart", "a row of cells with closed quotes", e);
  }

  private TraceFormatException refused(String found, String expected, Exception cause) {
    String place = "line " + parser.currentLocation().getLineNr();
    return new TraceFormatException(file.name(), place, found, expected, cause);
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
