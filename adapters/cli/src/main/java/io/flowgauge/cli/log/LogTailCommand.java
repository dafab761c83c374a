package io.flowgauge.cli.log;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventReader;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.sites.ReceivedLogs;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "tail",
    description = {
      "Prints the last events and, with -f, new ones as they arrive.",
      "",
      "A followed file may be rotated: the file that takes its name is read from the beginning."
          + " In a folder, new files are followed too.",
      "",
      "With --via, asks other machines for events of your applications that watch their node's"
          + " trigger file, prints them as they arrive, and ends the request when interrupted.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log tail transfers.nlb -n 100",
      "  flowgauge log tail -f logs/ -e 'transfer.*' --where 'status!=0'",
      "  flowgauge log tail -f -n 0 transfers.nlb --format jsonl | jq .values",
      "  flowgauge log tail --via hub.example.org:14381 -e 'transfer.*' --where 'BYTES>=65536'"
    })
final class LogTailCommand implements Callable<Integer> {
  private static final long POLL_MILLIS = 200;
  private static final int MAX_LAST = 1_000_000;

  /** Formats whose output can begin before all events are known. */
  private static final List<String> FORMATS = List.of("bp", "jsonl", LogPrinter.TEXT, "ulm");

  private final Session session;

  @Parameters(
      paramLabel = "LOG",
      arity = "0..*",
      description = "A file, a folder of rotated files, or, without -f, - for standard input.")
  private List<Path> logs = List.of();

  @Option(
      names = {"-n", "--events"},
      paramLabel = "N",
      defaultValue = "10",
      description =
          "How many of the matching events that are already in the logs to print (default 10).")
  private int last;

  @Option(
      names = {"-f", "--follow"},
      description = "Keep printing events as they are added, until interrupted.")
  private boolean isFollowed;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = LogPrinter.TEXT,
      description = "text (default), bp, jsonl or ulm.")
  private String format = "";

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description =
          "With --via: also write the events to this folder, to a binary log for each place.")
  private Path to;

  @Mixin private LogFilter filter;
  @Mixin private ViaOptions via;

  LogTailCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (last < 0 || last > MAX_LAST) {
      throw new WrongUsageException("-n must be 0 to " + MAX_LAST + ", but is " + last);
    }
    filter.check();
    if (via.isGiven() != logs.isEmpty()) {
      throw new WrongUsageException("tail needs either logs or --via HOST:PORT");
    }
    if (to != null && !via.isGiven()) {
      throw new WrongUsageException("--to needs --via HOST:PORT");
    }
    try (EventWriter writer = writer()) {
      if (via.isGiven()) {
        RemoteTail tail = new RemoteTail(session, filter, writer);
        try (Sites sites = via.connect();
            ReceivedLogs kept = ReceivedLogs.open(sites, tail.request(), Optional.ofNullable(to))) {
          return tail.run(kept);
        }
      }
      return isFollowed ? follow(writer) : showLast(writer);
    }
  }

  private EventWriter writer() throws IOException {
    if (!FORMATS.contains(format)) {
      throw new WrongUsageException(
          "there is no format '" + format + "' for tail, only " + String.join(", ", FORMATS));
    }
    return LogPrinter.writer(LogPrinter.form(format), session, List::of);
  }

  private int showLast(EventWriter writer) throws IOException {
    try (LogInput input = LogInput.open(logs, false, session)) {
      writeLast(filter.of(input.cursor()), writer);
      return input.status();
    }
  }

  private void writeLast(EventCursor events, EventWriter writer) throws IOException {
    ArrayDeque<LogEvent> kept = new ArrayDeque<>();
    while (events.next()) {
      if (kept.size() == last) {
        kept.pollFirst();
      }
      if (last > 0) {
        kept.addLast(events.event());
      }
    }
    writer.writeAll(EventReader.of(kept.iterator()));
    writer.flush();
  }

  private int follow(EventWriter writer) throws IOException {
    if (logs.contains(Session.STANDARD)) {
      throw new WrongUsageException(
          "-f follows files; 'log cat -' prints what comes through a pipe");
    }
    try (FollowedLogs followed = new FollowedLogs(logs, session)) {
      writeLast(filter.of(followed.appended()), writer);
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(POLL_MILLIS);
        if (writer.writeAll(filter.of(followed.appended())) > 0) {
          writer.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Main.DONE;
  }
}
