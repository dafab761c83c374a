package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.LogCounts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The event log that a command writes in addition to its answer, if requested. Logging never fails,
 * so lost events are reported at the end. Not thread-safe.
 */
final class CommandLog implements Closeable {
  private final Session session;
  private final Path file;
  private final Optional<EventLog> log;
  private boolean isClosed;
  private int status = Main.DONE;

  private CommandLog(Session session, Path file, Optional<EventLog> log) {
    this.session = session;
    this.file = file;
    this.log = log;
  }

  /** Opens a log, or none if the file is null. */
  static CommandLog open(Path file, Session session) throws IOException {
    if (file != null) {
      NewFile.checkName(file);
    }
    return new CommandLog(
        session, file, file == null ? Optional.empty() : Optional.of(EventLog.open(file)));
  }

  Optional<EventLog> log() {
    return log;
  }

  /** Writes the remaining events, and reports lost ones. Further calls do nothing. */
  @Override
  public void close() {
    if (!isClosed && log.isPresent()) {
      log.get().close();
      report(log.get().counts());
    }
    isClosed = true;
  }

  private void report(LogCounts counts) {
    if (counts.dropped() > 0 || counts.failure().isPresent()) {
      status = Main.FAILED;
      String why = counts.failure().map(failure -> ": " + message(failure)).orElse("");
      session.say(file + ": events are missing" + why);
    }
  }

  /** Returns a failure without the class of the exception. */
  private static String message(String failure) {
    return Failure.oneLine(failure.replaceFirst("^[\\w.]+Exception: ", ""));
  }

  /** Returns the exit status of an otherwise successful command that has closed the log. */
  int status() {
    return status;
  }
}
