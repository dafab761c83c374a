package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.text.EventWriter;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A log of a million test events, to be read repeatedly. */
@State(Scope.Benchmark)
public class WrittenLog {
  static final int EVENTS = 1_000_000;
  private static final int BUFFER = 1 << 24;

  private Path file;
  private LogReader reader;

  /** Called by JMH. */
  public WrittenLog() {}

  @Setup
  public void write() throws IOException {
    file = Arrivals.file("read");
    try (EventLog log = EventLog.to(file).buffer(BUFFER).open()) {
      FlowgaugeLog.Form form =
          log.declare(FlowgaugeLog.SCHEMA).as(MethodHandles.lookup(), FlowgaugeLog.Form.class);
      for (int k = 0; k < EVENTS; k++) {
        form.log(k, k / 2f);
      }
    }
    reader = LogReader.open(file);
  }

  /** Reads all events with their times and values. */
  long read() throws IOException {
    EventCursor events = reader.cursor();
    long sum = 0;
    long count = 0;
    while (events.next()) {
      sum += events.timeNanos() + events.int32(0) + (long) events.float32(1);
      count++;
    }
    require(count);
    return sum;
  }

  /** Writes all events as BP lines that go nowhere. */
  long bp() throws IOException {
    try (EventWriter writer = EventWriter.bp(OutputStream.nullOutputStream())) {
      long count = writer.writeAll(reader.cursor());
      require(count);
      return count;
    }
  }

  private static void require(long count) {
    if (count != EVENTS) {
      throw new IllegalStateException(count + " events of " + EVENTS);
    }
  }

  @TearDown
  public void delete() throws IOException {
    reader.close();
    Files.delete(file);
  }
}
