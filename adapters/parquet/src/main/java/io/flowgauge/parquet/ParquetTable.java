package io.flowgauge.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * A table being written as a Parquet file, compressed with Zstandard. The file gets its name when
 * the table is {@linkplain #publish published}; if it is closed before that, no file remains. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (var table = ParquetTable.create(Path.of("times.parquet"), columns)) {
 *   table.add("mAdd", 12.5);
 *   table.publish();
 * }
 * }</pre>
 */
public final class ParquetTable implements AutoCloseable {
  private static final int LARGE_PAGE = 16 << 20;

  /** Compression level: with higher ones, tables of runs are hardly smaller. */
  private static final int LEVEL = 8;

  private final ParquetFile<Object[]> file;
  private final int width;
  private boolean over;

  /** Types of the cells of a column; all cells may be null. Immutable and thread-safe. */
  public enum CellType {
    /** A {@link String}. */
    TEXT,
    /** A long {@link String} that resembles the one in the previous row. */
    DOCUMENT,
    /** An {@link Integer}. */
    INTEGER,
    /** A {@link Long}. */
    LONG,
    /** A {@link Long}: microseconds since 1970, UTC. */
    TIME,
    /** A {@link Double}. */
    DOUBLE,
    /** A {@link Boolean}. */
    BOOLEAN
  }

  /**
   * A column. Immutable and thread-safe.
   *
   * @param name its name
   * @param type type of its cells
   */
  public record Column(String name, CellType type) {
    /**
     * Checks the parts.
     *
     * @param name its name
     * @param type type of its cells
     */
    public Column {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(type, "type");
    }
  }

  private ParquetTable(ParquetFile<Object[]> file, int width) {
    this.file = file;
    this.width = width;
  }

  /**
   * Begins a table.
   *
   * @param path the file; an existing one stays until this is published
   * @param columns its columns, one or more
   * @return an empty table
   * @throws IOException if the file cannot be written
   */
  public static ParquetTable create(Path path, List<Column> columns) throws IOException {
    ParquetClassPath.open();
    boolean hasDocuments = columns.stream().anyMatch(c -> c.type() == CellType.DOCUMENT);
    return new ParquetTable(
        new ParquetFile<>(
            path, new Rows(columns), hasDocuments ? LARGE_PAGE : ParquetFile.PAGE, LEVEL),
        columns.size());
  }

  /**
   * Adds a row.
   *
   * @param cells a value of the column's type, or null, for each column
   * @throws IOException if it cannot be written
   * @throws IllegalArgumentException if there are more or fewer cells than columns
   */
  public void add(Object... cells) throws IOException {
    if (cells.length != width) {
      throw new IllegalArgumentException(
          "a row must have one cell for each of the "
              + width
              + " columns, but has "
              + cells.length);
    }
    file.add(cells);
  }

  /**
   * Number of rows so far.
   *
   * @return 0 or more
   */
  public long rows() {
    return file.rows();
  }

  /**
   * Completes the file and gives it its name.
   *
   * @throws IOException if it, or an earlier row, cannot be written; then an existing file of that
   *     name is unchanged
   */
  public void publish() throws IOException {
    file.finish();
    file.publish();
    over = true;
  }

  @Override
  public void close() throws IOException {
    if (!over) {
      over = true;
      IOException left = new IOException("cannot remove an unfinished table");
      file.discard(left);
      if (left.getSuppressed().length > 0) {
        throw left;
      }
    }
  }

  /** Writes cells as Parquet values. */
  private static final class Rows extends WriteSupport<Object[]> {
    private final MessageType schema;
    private RecordConsumer row;

    Rows(List<Column> columns) {
      schema = new MessageType("row", columns.stream().map(Rows::column).toList());
    }

    private static Type column(Column column) {
      return switch (column.type()) {
        case TEXT, DOCUMENT -> ParquetSchema.text(Repetition.OPTIONAL, column.name());
        case INTEGER -> optional(PrimitiveTypeName.INT32, column);
        case LONG -> optional(PrimitiveTypeName.INT64, column);
        case TIME ->
            optional(PrimitiveTypeName.INT64, column)
                .withLogicalTypeAnnotation(ParquetSchema.MICROS);
        case DOUBLE -> optional(PrimitiveTypeName.DOUBLE, column);
        case BOOLEAN -> optional(PrimitiveTypeName.BOOLEAN, column);
      };
    }

    private static PrimitiveType optional(PrimitiveTypeName stored, Column column) {
      return new PrimitiveType(Repetition.OPTIONAL, stored, column.name());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    @SuppressWarnings("deprecation") // Never called, because there is no Hadoop.
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      row = consumer;
    }

    @Override
    public void write(Object[] cells) {
      row.startMessage();
      for (int k = 0; k < cells.length; k++) {
        if (cells[k] != null) {
          row.startField(schema.getFieldName(k), k);
          add(cells[k]);
          row.endField(schema.getFieldName(k), k);
        }
      }
      row.endMessage();
    }

    private void add(Object cell) {
      if (cell instanceof String text) {
        row.addBinary(Binary.fromString(text));
      } else if (cell instanceof Integer number) {
        row.addInteger(number);
      } else if (cell instanceof Long number) {
        row.addLong(number);
      } else if (cell instanceof Double number) {
        row.addDouble(number);
      } else {
        row.addBoolean((Boolean) cell);
      }
    }
  }
}
