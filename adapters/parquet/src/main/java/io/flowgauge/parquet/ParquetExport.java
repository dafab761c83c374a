package io.flowgauge.parquet;

import io.flowgauge.archive.EventColumn;
import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.archive.layout.TableLayout;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Exports events of logs to columnar files, which analysis tools read quickly: one Parquet file for
 * each event type, compressed with Zstandard. Immutable and thread-safe.
 *
 * <pre>{@code
 * ParquetExport.write(Path.of("columns"), Path.of("transfers.nlb")).files()
 *     .forEach(System.out::println);
 * }</pre>
 *
 * <p>The columns are those of the table in an {@link io.flowgauge.archive.Archive} and of its view,
 * except {@code stream_id}: {@code time} in microseconds, {@code time_nanos} exactly, {@code
 * event_number}, {@code log_id}, {@code stream_number}, the {@code source_} columns, the fields,
 * the constants. All values are as they were logged, including NaN and NUL.
 *
 * @param files the files written, in the order of the first event
 * @param losses the parts of logs that could not be read
 */
public record ParquetExport(List<ColumnarFile> files, List<LogLoss> losses) {
  /**
   * Copies the parts.
   *
   * @param files what was written
   * @param losses what could not be read
   */
  public ParquetExport {
    files = List.copyOf(files);
    losses = List.copyOf(losses);
  }

  /**
   * Writes the files. Existing files of the same names are replaced once everything is written; if
   * writing fails, they stay.
   *
   * @param folder folder of the files, created if it is missing
   * @param logs one or more logs
   * @return the files written, and the parts of logs that could not be read
   * @throws IOException if a log cannot be read or a file cannot be written
   * @throws IllegalArgumentException if no log is given
   */
  public static ParquetExport write(Path folder, Path... logs) throws IOException {
    Objects.requireNonNull(folder, "folder");
    ParquetClassPath.open();
    try (LogReader log = LogReader.open(logs)) {
      Files.createDirectories(folder);
      List<ColumnarFile> files = new Writing(folder).run(log.cursor());
      return new ParquetExport(files, log.losses());
    }
  }

  /** The files of one export while they are written. Not thread-safe. */
  private static final class Writing {
    private final Path folder;
    private final SqlNames names = new SqlNames(Set.of());
    private final Map<String, EventFile> bySignature = new HashMap<>();
    private final IdentityHashMap<EventSchema, EventFile> bySchema = new IdentityHashMap<>();
    private final List<EventFile> files = new ArrayList<>();

    Writing(Path folder) {
      this.folder = folder;
    }

    List<ColumnarFile> run(EventCursor events) throws IOException {
      List<ColumnarFile> written = new ArrayList<>();
      try {
        while (events.next()) {
          file(events.schema()).rows().add(events);
        }
        for (EventFile file : files) {
          file.rows().finish();
        }
        for (EventFile file : files) {
          written.add(file.publish());
        }
      } catch (IOException | RuntimeException e) {
        files.forEach(file -> file.rows().discard(e));
        throw e;
      }
      return written;
    }

    private EventFile file(EventSchema schema) throws IOException {
      EventFile file = bySchema.get(schema);
      if (file == null) {
        file = fileOfType(schema);
        bySchema.put(schema, file);
      }
      return file;
    }

    private EventFile fileOfType(EventSchema schema) throws IOException {
      String signature = TableLayout.signature(schema);
      EventFile file = bySignature.get(signature);
      if (file == null) {
        Path path = folder.resolve(names.take(schema.name(), "") + ".parquet");
        file = EventFile.create(path, schema);
        bySignature.put(signature, file);
        files.add(file);
      }
      return file;
    }
  }

  /** The file of a type of events, and of others with the same columns, while it is written. */
  private record EventFile(String event, List<EventColumn> columns, ParquetFile<EventCursor> rows) {
    /** Compression level: low, because there may be many millions of events. */
    private static final int LEVEL = 3;

    static EventFile create(Path path, EventSchema type) throws IOException {
      List<EventColumn> columns = TableLayout.columns(type);
      return new EventFile(
          type.name(),
          columns,
          new ParquetFile<>(path, new ParquetRows(type, columns), ParquetFile.PAGE, LEVEL));
    }

    ColumnarFile publish() throws IOException {
      return new ColumnarFile(rows.publish(), event, rows.rows(), columns);
    }
  }
}
