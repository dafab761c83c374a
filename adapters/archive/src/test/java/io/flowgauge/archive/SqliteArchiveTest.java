package io.flowgauge.archive;

class SqliteArchiveTest extends ArchiveContract {
  @Override
  Database database() {
    return Database.sqlite(folder.resolve("archive.db"));
  }
}
