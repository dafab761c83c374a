package io.flowgauge.cli.log;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/**
 * Writes events for people, one per line: time, name, values, source. Makes control characters
 * visible, so that no log can manipulate the terminal. Not thread-safe.
 */
final class PlainEventWriter implements EventWriter {
  private final Writer out;

  PlainEventWriter(Writer out) {
    this.out = out;
  }

  @Override
  public void write(EventCursor cursor) throws IOException {
    LogEvent event = cursor.event();
    StringBuilder line = new StringBuilder(160);
    line.append(UtcTime.of(event.timeNanos())).append("  ").append(event.name());
    String gap = "  ";
    for (Map.Entry<String, Object> value : event.values().entrySet()) {
      line.append(gap).append(value.getKey()).append('=').append(text(value.getValue()));
      gap = " ";
    }
    event.source().ifPresent(source -> line.append("  @ ").append(visible(source.toString())));
    out.append(line).append('\n');
  }

  private static String text(Object value) {
    String text = visible(value.toString());
    boolean isPlain = !text.isEmpty() && text.chars().noneMatch(c -> c == ' ' || c == '"');
    return isPlain ? text : '"' + text.replace("\"", "\\\"") + '"';
  }

  private static String visible(String text) {
    StringBuilder visible = new StringBuilder(text.length());
    text.chars()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> visible.append("\\n");
                case '\r' -> visible.append("\\r");
                case '\t' -> visible.append("\\t");
                default -> visible.append(Character.isISOControl(c) ? '\uFFFD' : (char) c);
              }
            });
    return visible.toString();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
