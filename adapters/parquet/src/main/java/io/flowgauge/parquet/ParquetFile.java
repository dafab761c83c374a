package io.flowgauge.parquet;

import io.flowgauge.archive.EventColumn;
import io.flowgauge.archive.layout.TableLayout;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;

/** A columnar file being written, under a temporary name until it is complete. */
final class ParquetFile {
  /** Bytes of rows kept in memory, for each type of events. */
  private static final long ROW_GROUP = 16L << 20;

  private final Path path;
  private final Path part;
  private final EventSchema type;
  private final List<EventColumn> columns;
  private final ParquetWriter<EventCursor> writer;
  private long rows;

  /** For events of a type, and of others with the same columns. */
  ParquetFile(Path path, EventSchema type) throws IOException {
    this.path = path;
    this.type = type;
    columns = TableLayout.columns(type);
    part = path.resolveSibling(path.getFileName() + ".part");
    writer =
        new Builder(new LocalOutputFile(part), new ParquetRows(type, columns))
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ZstdCodec())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP)
            .withWriteMode(Mode.OVERWRITE)
            .build();
  }

  void add(EventCursor event) throws IOException {
    writer.write(event);
    rows++;
  }

  void finish() throws IOException {
    writer.close();
  }

  ColumnarFile publish() throws IOException {
    Files.move(part, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return new ColumnarFile(path, type.name(), rows, columns);
  }

  void discard(Exception cause) {
    try {
      writer.close();
    } catch (IOException | RuntimeException e) {
      cause.addSuppressed(e);
    }
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Builds the writer in the way parquet-java requires. */
  private static final class Builder extends ParquetWriter.Builder<EventCursor, Builder> {
    private final ParquetRows rows;

    Builder(OutputFile file, ParquetRows rows) {
      super(file);
      this.rows = rows;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<EventCursor> getWriteSupport(ParquetConfiguration configuration) {
      return rows;
    }

    @Override
    @SuppressWarnings("deprecation") // Never called, because there is no Hadoop.
    protected WriteSupport<EventCursor> getWriteSupport(Configuration configuration) {
      return rows;
    }
  }
}
