package io.flowgauge.store;

import java.nio.file.Path;

class SqliteRepositoryTest extends RepositoryContract {

  @Override
  Database database(Path folder) {
    return Database.sqlite(folder.resolve("experiments.db"));
  }
}
