package io.flowgauge.parquet;

import io.flowgauge.archive.EventColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A file with the events of one type. Immutable and thread-safe.
 *
 * @param file the file
 * @param event name of the events
 * @param rows number of events
 * @param columns the columns of the fields, then those of the constants
 */
public record ColumnarFile(Path file, String event, long rows, List<EventColumn> columns) {
  /**
   * Checks and copies the parts.
   *
   * @param file the file
   * @param event name of the events
   * @param rows how many there are
   * @param columns the columns
   */
  public ColumnarFile {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(event, "event");
    columns = List.copyOf(columns);
  }

  @Override
  public String toString() {
    return event + ": " + rows + " rows in " + file;
  }
}
