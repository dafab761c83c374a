package io.flowgauge.parquet;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;

/**
 * A columnar file being written, under a temporary name until it is complete. A device or pipe is
 * written as it is.
 */
final class ParquetFile<T> {
  /** Bytes usually compressed together. */
  static final int PAGE = 1 << 20;

  /** Bytes of rows kept in memory, for each file. */
  private static final long ROW_GROUP = 16L << 20;

  private final Path path;
  private final Path part;
  private final ParquetWriter<T> writer;
  private long rows;
  private boolean failed;

  /**
   * Begins a file.
   *
   * @param pageBytes bytes of a column that are compressed together
   * @param level compression level: see {@link ZstdCodec}
   */
  ParquetFile(Path path, WriteSupport<T> support, int pageBytes, int level) throws IOException {
    ZstdCodec.load();
    this.path = path;
    boolean isPlain = !Files.exists(path) || Files.isRegularFile(path);
    part = isPlain ? temporaryFile(path) : path;
    writer =
        new Builder<>(new LocalOutputFile(part), support)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ZstdCodec(level))
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP)
            .withPageSize(pageBytes)
            .withWriteMode(Mode.OVERWRITE)
            .build();
  }

  /**
   * Returns the name of a temporary file, unique per writer, so that concurrent writers of one file
   * do not disturb each other; the last to finish wins.
   */
  private static Path temporaryFile(Path path) {
    return path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".part");
  }

  void add(T row) throws IOException {
    failed = true; // Until it is written: after a failure, the writer accepts no more rows.
    writer.write(row);
    failed = false;
    rows++;
  }

  long rows() {
    return rows;
  }

  void finish() throws IOException {
    if (failed) {
      throw new IOException("a row of " + path + " could not be written: the file is incomplete");
    }
    writer.close();
  }

  Path publish() throws IOException {
    if (part.equals(path)) {
      return path;
    }
    try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
      written.force(true); // Otherwise its new name may reach the disk before its content.
    }
    return Files.move(
        part, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  void discard(Exception cause) {
    try {
      writer.close();
    } catch (IOException | RuntimeException e) {
      cause.addSuppressed(e);
    }
    try {
      if (!part.equals(path)) {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Builds the writer in the way parquet-java requires. */
  private static final class Builder<T> extends ParquetWriter.Builder<T, Builder<T>> {
    private final WriteSupport<T> support;

    Builder(OutputFile file, WriteSupport<T> support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder<T> self() {
      return this;
    }

    @Override
    protected WriteSupport<T> getWriteSupport(ParquetConfiguration configuration) {
      return support;
    }

    @Override
    @SuppressWarnings("deprecation") // Never called, because there is no Hadoop.
    protected WriteSupport<T> getWriteSupport(Configuration configuration) {
      return support;
    }
  }
}
