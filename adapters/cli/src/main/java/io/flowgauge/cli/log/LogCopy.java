package io.flowgauge.cli.log;

import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.text.BinaryWriter;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.report.layout.Human;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Copies wanted events from logs to a new log. */
final class LogCopy {
  private static final String STANDARD_NAME = "standard output";

  private final Session session;
  private final LogFilter filter;

  LogCopy(Session session, LogFilter filter) {
    this.session = session;
    this.filter = filter;
  }

  /** Writes to a file or to standard output, and returns the exit status. */
  int copy(List<Path> from, Path to, EventForm form) throws IOException {
    filter.check();
    boolean isReadTwice = form == EventForm.CSV;
    if (to.equals(Session.STANDARD)) {
      try (LogInput input = LogInput.open(from, isReadTwice, session)) {
        return copy(input, form, session.bytes(), to, from.size());
      }
    }
    try (NewFile file = new NewFile(to);
        LogInput input = LogInput.open(from, isReadTwice, session)) {
      OutputStream out = file.bytes();
      int status = session.during("writing " + to, () -> copy(input, form, out, to, from.size()));
      file.publish();
      return status;
    }
  }

  private int copy(LogInput input, EventForm form, OutputStream out, Path to, int from)
      throws IOException {
    try (out;
        EventWriter writer = LogOutput.writer(form, out, () -> input.schemas(filter))) {
      CountedCursor events = new CountedCursor(filter.of(input.cursor()));
      LogOutput.writeAll(
          writer, events, to.equals(Session.STANDARD) ? STANDARD_NAME : to.toString());
      if (writer instanceof BinaryWriter log) {
        recordMissing(input, log);
      }
      if (from > 1) {
        reportDisorder(events);
      }
    }
    return input.status();
  }

  private void reportDisorder(CountedCursor events) {
    if (events.earlier() > 0) {
      session.say(
          Human.count(events.earlier(), "event is", "events are")
              + " earlier than the event before, because the events of each source keep their"
              + " order");
    }
  }

  /** Passes on the counts of dropped and lost events, which are missing from the new log too. */
  private static void recordMissing(LogInput input, BinaryWriter log) {
    for (LogStream stream : input.streams()) {
      log.missing(stream.source(), stream.dropped() + stream.lost());
    }
  }
}
