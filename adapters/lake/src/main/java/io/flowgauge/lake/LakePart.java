package io.flowgauge.lake;

import io.flowgauge.parquet.ParquetTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/**
 * Runs of one partition while they are written: a file of the same name in each dataset. The file
 * of runs is the last to appear, and without it the others are not read. Not thread-safe.
 */
final class LakePart implements Closeable {
  private final Map<Dataset, ParquetTable> tables = new EnumMap<>(Dataset.class);

  LakePart(Path lake, Partition partition, String file) throws IOException {
    try {
      for (Dataset dataset : Dataset.values()) {
        Path folder = partition.in(lake.resolve(dataset.folder()));
        Files.createDirectories(folder);
        tables.put(dataset, ParquetTable.create(folder.resolve(file), dataset.columns()));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  void add(LakeRun run) throws IOException {
    for (Dataset dataset : Dataset.values()) {
      ParquetTable table = tables.get(dataset);
      for (Object[] row : (Iterable<Object[]>) run.rows(dataset)::iterator) {
        table.add(row);
      }
    }
  }

  /** How many runs it has. */
  long runs() {
    return tables.get(Dataset.RUNS).rows();
  }

  /** How many activities they have. */
  long activities() {
    return tables.get(Dataset.ACTIVITIES).rows();
  }

  void publish() throws IOException {
    for (Dataset dataset : Dataset.values()) {
      if (dataset != Dataset.RUNS) {
        tables.get(dataset).publish();
      }
    }
    tables.get(Dataset.RUNS).publish();
  }

  /** Removes what was not published. */
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
