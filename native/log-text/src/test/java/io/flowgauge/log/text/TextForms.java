package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Converts events to text and back. */
final class TextForms {
  interface Writer {
    EventWriter to(OutputStream out) throws IOException;
  }

  interface Reader {
    EventCursor from(InputStream in, String name) throws IOException;
  }

  private TextForms() {}

  static String write(Writer form, List<LogEvent> events) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (EventWriter writer = form.to(out)) {
      writer.writeAll(cursor(events));
    }
    return out.toString(UTF_8);
  }

  static List<LogEvent> read(Reader form, String text) throws IOException {
    EventCursor cursor = form.from(new ByteArrayInputStream(text.getBytes(UTF_8)), "test");
    List<LogEvent> events = new ArrayList<>();
    while (cursor.next()) {
      events.add(cursor.event());
    }
    return events;
  }

  static EventCursor cursor(List<LogEvent> events) {
    return EventReader.of(events.iterator());
  }
}
