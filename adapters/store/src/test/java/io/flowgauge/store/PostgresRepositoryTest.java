package io.flowgauge.store;

import java.nio.file.Path;

class PostgresRepositoryTest extends RepositoryContract {

  @Override
  Database database(Path folder) {
    return Database.postgres();
  }
}
