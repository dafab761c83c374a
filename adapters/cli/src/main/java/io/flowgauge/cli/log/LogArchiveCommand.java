package io.flowgauge.cli.log;

import io.flowgauge.archive.Archive;
import io.flowgauge.archive.EventTable;
import io.flowgauge.archive.Feeder;
import io.flowgauge.cli.DatabasePlace;
import io.flowgauge.cli.PlaceName;
import io.flowgauge.cli.Session;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "archive",
    description = {
      "Feeds binary logs into a database, one table per event type.",
      "",
      "Logs can be fed repeatedly, in parts, while they grow and after any failure: each event"
          + " enters the database once.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log archive events.db transfers.nlb",
      "  flowgauge log archive 'jdbc:postgresql://localhost/events?user=me' *.nlb",
      "  sqlite3 events.db 'select time, bytes from transfer_end'"
    })
final class LogArchiveCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "DATABASE",
      converter = PlaceName.class,
      description = "An SQLite file, created if missing, or a JDBC URL of PostgreSQL.")
  private String database;

  @Parameters(
      index = "1..*",
      paramLabel = "LOG",
      arity = "1..*",
      description = "A binary log, a folder of rotated ones, or - for standard input.")
  private List<Path> logs = List.of();

  LogArchiveCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    Path[] files = LogFiles.binary(logs, session);
    try (Archive archive = open();
        Feeder feeder = archive.follow(files)) {
      Writer out = session.text();
      out.write(session.during("feeding " + DatabasePlace.shown(database), feeder::feed) + "\n");
      for (EventTable table : archive.tables()) {
        out.write(table + "\n");
      }
      LogDamage damage = new LogDamage(session);
      damage.found(feeder.losses());
      return damage.status();
    }
  }

  private Archive open() throws IOException {
    DatabasePlace.warnOfPassword(database, session);
    return DatabasePlace.open(database, Archive::open, Archive::connect);
  }
}
