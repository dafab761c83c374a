package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Small logs for tests. */
final class Logs {
  static final EventSchema NUMBERED =
      EventSchema.named("numbered").int32("n").string("text").constant("PROG", "test").build();

  /** Flush interval that never elapses, so that only the test ends blocks. */
  private static final Duration NEVER = Duration.ofDays(1);

  private Logs() {}

  /**
   * Returns a log of one stream in blocks with equal numbers of events, which are numbered from 0.
   */
  static byte[] bytes(Path folder, int blocks, int events) {
    try {
      Path file = Files.createTempFile(folder, "log", ".nlb");
      write(file, blocks, events);
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path file, int blocks, int events) throws IOException {
    try (EventLog log = EventLog.to(file).buffer(1 << 18).flushEvery(NEVER).open()) {
      DeclaredEvent type = log.declare(NUMBERED);
      int n = 0;
      for (int block = 0; block < blocks; block++) {
        for (int k = 0; k < events; k++) {
          type.log(n, "t" + n);
          n++;
        }
        flush(log);
      }
    }
  }

  /** Logs events numbered from one number to another. */
  static void log(DeclaredEvent type, int begin, int end) {
    for (int n = begin; n < end; n++) {
      type.log(n, "t" + n);
    }
  }

  static void flush(EventLog log) {
    try {
      if (!log.flush()) {
        throw new AssertionError("not flushed: " + log.counts());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the numbers of the events, in reading order. */
  static List<Integer> numbers(LogReader log) {
    return log.events().map(e -> (Integer) e.value(0)).toList();
  }

  /** Returns how many events are missing according to the log. */
  static long lostEvents(LogReader log) throws IOException {
    return log.losses().stream().mapToLong(LogLoss::events).sum();
  }

  static List<LogEvent> events(Path file) throws IOException {
    try (LogReader log = LogReader.open(file)) {
      return log.events().toList();
    }
  }
}
