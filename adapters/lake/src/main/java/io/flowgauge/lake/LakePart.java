package io.flowgauge.lake;

import io.flowgauge.parquet.ParquetTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Runs of one partition while they are written: a file of the same name in each dataset, but none
 * in an optional one without rows. The file of runs is the last to appear, and without it the
 * others are not read. Not thread-safe.
 */
final class LakePart implements Closeable {
  private final Path lake;
  private final Partition partition;
  private final String file;
  private final Map<Dataset, ParquetTable> tables = new EnumMap<>(Dataset.class);

  LakePart(Path lake, Partition partition, String file) throws IOException {
    this.lake = lake;
    this.partition = partition;
    this.file = file;
    try {
      for (Dataset dataset : Dataset.values()) {
        if (!dataset.isOptional()) {
          table(dataset);
        }
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private ParquetTable table(Dataset dataset) throws IOException {
    ParquetTable table = tables.get(dataset);
    if (table == null) {
      Path folder = Files.createDirectories(partition.in(lake.resolve(dataset.folder())));
      table = ParquetTable.create(folder.resolve(file), dataset.columns());
      tables.put(dataset, table);
    }
    return table;
  }

  void add(LakeRun run) throws IOException {
    for (Dataset dataset : Dataset.values()) {
      for (Object[] row : (Iterable<Object[]>) run.rows(dataset)::iterator) {
        table(dataset).add(row);
      }
    }
  }

  /** Returns the number of its runs. */
  long runs() {
    return tables.get(Dataset.RUNS).rows();
  }

  /** Returns the number of activities of its runs. */
  long activities() {
    return tables.get(Dataset.ACTIVITIES).rows();
  }

  void publish() throws IOException {
    for (Map.Entry<Dataset, ParquetTable> table : tables.entrySet()) {
      if (table.getKey() != Dataset.RUNS) {
        table.getValue().publish();
      }
    }
    tables.get(Dataset.RUNS).publish();
  }

  /** Removes the files that were not published. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (ParquetTable table : tables.values()) {
      try {
        table.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
