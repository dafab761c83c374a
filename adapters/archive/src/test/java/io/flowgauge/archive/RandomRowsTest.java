package io.flowgauge.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every logged value is found again, in each database. */
class RandomRowsTest {
  /** Feeds a log and checks the rows. */
  private interface Check {
    void run(Path folder, Path log) throws IOException;
  }

  @Property(tries = 30)
  void feed_anyLog_givesItsEventsInSqlite(@ForAll Random random) throws IOException {
    with(random, (folder, log) -> feed(Database.sqlite(folder.resolve("archive.db")), log));
  }

  @Property(tries = 20)
  void feed_anyLog_givesItsEventsInPostgres(@ForAll Random random) throws IOException {
    Database database = Database.postgres();
    with(random, (folder, log) -> feed(database, log));
  }

  private static void feed(Database database, Path log) throws IOException {
    try (Archive archive = database.open()) {
      archive.feed(log);
    }
    Oracle.assertHolds(database, log);
  }

  private static void with(Random random, Check check) throws IOException {
    Path folder = Files.createTempDirectory("flowgauge-archive");
    try {
      Path log = folder.resolve("a.nlb");
      new RandomLogs(random).write(log);
      check.run(folder, log);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
      }
    }
  }
}
