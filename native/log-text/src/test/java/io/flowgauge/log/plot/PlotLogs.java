package io.flowgauge.log.plot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Events for the tests to draw. */
final class PlotLogs {
  static final long START = 1_400_000_000_000_000_000L;
  private static final long MILLI = 1_000_000;
  private static final List<String> STAGES = List.of("submit", "queue", "run", "write", "done");
  static final EventSchema LOAD = EventSchema.named("load").float64("value").build();

  private PlotLogs() {}

  private static EventSchema schema(String name) {
    return EventSchema.named(name).lifeline("job").string("host").build();
  }

  /**
   * Returns jobs that begin every 10 ms and go through five stages, each (k mod 7 + 1) ms after the
   * last.
   */
  static List<LogEvent> jobs(int count) {
    List<EventSchema> schemas = STAGES.stream().map(PlotLogs::schema).toList();
    List<LogEvent> events = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      for (int stage = 0; stage < STAGES.size(); stage++) {
        long time = START + (k * 10L + stage * (k % 7 + 1L)) * MILLI;
        events.add(LogEvent.of(time, schemas.get(stage), (long) k, "node" + k % 3));
      }
    }
    events.sort(Comparator.comparingLong(LogEvent::timeNanos));
    return events;
  }

  static EventCursor cursor(List<LogEvent> events) {
    return EventReader.of(events.iterator());
  }

  static String svg(LifelinePlot plot) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    plot.svg(out);
    return out.toString(UTF_8);
  }

  static String html(LifelinePlot plot) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    plot.html(out);
    return out.toString(UTF_8);
  }
}
