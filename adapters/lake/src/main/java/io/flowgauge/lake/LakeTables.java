package io.flowgauge.lake;

import io.flowgauge.store.spi.ForeignTables;
import io.flowgauge.store.spi.NewRun;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/** A lake as the tables of a repository. Its queries find only runs stored before it was opened. */
final class LakeTables implements ForeignTables {
  private final Lake lake;
  private final LakeWriter writer;

  private LakeTables(Lake lake, LakeWriter writer) {
    this.lake = lake;
    this.writer = writer;
  }

  static LakeTables open(Path folder) throws IOException {
    LakeWriter writer = LakeWriter.open(folder);
    Lake lake = Lake.open(folder);
    try {
      lake.createTables();
      return new LakeTables(lake, writer);
    } catch (IOException | RuntimeException e) {
      lake.close();
      throw e;
    }
  }

  @Override
  public Connection connection() {
    return lake.connection();
  }

  @Override
  public long store(NewRun run) throws IOException {
    return writer.add(run);
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public String message(SQLException error) {
    return lake.message(error);
  }

  @Override
  public void close() throws IOException {
    try (lake) {
      writer.close();
    }
  }

  @Override
  public String toString() {
    return lake.toString();
  }
}
