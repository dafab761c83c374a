package io.flowgauge.cli.log;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.text.EventReader;
import io.flowgauge.log.text.EventWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Event logs for tests, with times that do not depend on when the test runs. */
final class EventLogs {
  static final long START = 1_400_000_000_000_000_000L;
  static final long MILLI = 1_000_000;

  static final EventSchema BEGIN =
      EventSchema.named("transfer.start")
          .lifeline("BLOCK_ID")
          .string("FILE")
          .constant("PORT", 2811)
          .build();
  static final EventSchema END =
      EventSchema.named("transfer.end").lifeline("BLOCK_ID").int32("BYTES").float64("rate").build();

  private EventLogs() {}

  /** Returns transfers that begin every 10 ms; number k takes k ms. The last one does not end. */
  static List<LogEvent> transfers(String host, int count) {
    StreamIdentity source = new StreamIdentity(host, "gridftp", 4711, Optional.empty(), 1, "main");
    List<LogEvent> events = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      long begin = START + k * 10L * MILLI;
      events.add(LogEvent.of(begin, BEGIN, (long) k, "/tmp/file " + k).from(source));
      if (k < count - 1) {
        long end = begin + k * MILLI;
        events.add(LogEvent.of(end, END, (long) k, 65536 + k, 0.5).from(source));
      }
    }
    events.sort((a, b) -> Long.compare(a.timeNanos(), b.timeNanos()));
    return events;
  }

  static Path binary(Path file, List<LogEvent> events) throws IOException {
    try (EventWriter writer = EventWriter.binary(Files.newOutputStream(file))) {
      writer.writeAll(EventReader.of(events.iterator()));
    }
    return file;
  }

  static Path bp(Path file, List<LogEvent> events) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        EventWriter writer = EventWriter.bp(out)) {
      writer.writeAll(EventReader.of(events.iterator()));
    }
    return file;
  }
}
