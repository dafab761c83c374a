package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import java.io.IOException;
import java.nio.file.Path;

/** Reports how many events of a name arrived in a log. */
final class BridgedLog {
  private BridgedLog() {}

  static void report(String name, String event, Path file) throws IOException {
    long arrived = 0;
    long dropped = 0;
    try (LogReader reader = LogReader.open(file)) {
      for (EventCursor events = reader.cursor(); events.next(); ) {
        arrived += events.schema().name().equals(event) ? 1 : 0;
      }
      dropped = reader.streams().stream().mapToLong(LogStream::dropped).sum();
    }
    Arrivals.report(name, file, arrived, dropped);
  }
}
