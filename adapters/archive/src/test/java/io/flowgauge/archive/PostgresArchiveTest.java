package io.flowgauge.archive;

class PostgresArchiveTest extends ArchiveContract {
  @Override
  Database database() {
    return Database.postgres();
  }
}
