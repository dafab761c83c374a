package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.netlogger.BpLine;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads events from lines of names and values. */
final class PairCursor extends ParsedCursor {
  /** The first bytes of ULM streams over TCP. */
  private static final byte[] STREAM_START = {'U', 'L', 'M', 0, ' ', ' ', ' ', ' '};

  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?|NaN|[+-]?Infinity");

  /** Greatest length of a number; longer digits were not written by a clock or a counter. */
  private static final int MAX_NUMBER = 400;

  private final PairForm form;
  private final String name;
  private final Lines lines;
  private final BpLine line = new BpLine();

  PairCursor(PairForm form, InputStream in, String name) {
    this.form = form;
    this.name = name;
    lines = new Lines(in, name);
  }

  @Override
  LogEvent read() throws IOException {
    while (lines.next()) {
      if (lines.number() == 1 && lines.startsWith(STREAM_START)) {
        lines.skip(STREAM_START.length);
      }
      if (!line.parse(lines.bytes(), lines.begin(), lines.end())) {
        if (isComment()) {
          continue;
        }
        throw failure(line.problem(), "names and values");
      }
      if (line.size() > 0 && !isComment()) {
        return parsed();
      }
    }
    return null;
  }

  private boolean isComment() {
    return lines.begin() < lines.end() && lines.bytes()[lines.begin()] == '#';
  }

  private TraceFormatException failure(String found, String expected) {
    return new TraceFormatException(name, "line " + lines.number(), found, expected);
  }

  private LogEvent parsed() throws TraceFormatException {
    OptionalLong time = form.time(line);
    if (time.isEmpty()) {
      String found = line.text(form.timeKey()).map(t -> "'" + t + "'").orElse("none");
      throw failure("the time " + found, "a time " + form.timeKey());
    }
    String event =
        line.text(form.eventKey())
            .orElseThrow(() -> failure("no " + form.eventKey(), "the name of an event"));
    try {
      return parsed(time.getAsLong(), event);
    } catch (IllegalArgumentException e) {
      throw failure(e.getMessage(), "an event");
    }
  }

  /** Makes the event; if a name occurs twice, the last value counts. */
  private LogEvent parsed(long time, String event) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int k = 0; k < line.size(); k++) {
      values.put(line.name(k), value(k));
    }
    values.remove(form.timeKey());
    values.remove(form.eventKey());
    EventSchema.Builder schema = EventSchema.named(event);
    values.forEach((field, value) -> schema.field(field, FieldType.of(value).orElseThrow()));
    return LogEvent.of(time, schema.build(), values.values().toArray());
  }

  private Object value(int k) {
    String text = line.value(k);
    if (line.isQuoted(k) || text.length() > MAX_NUMBER) {
      return text;
    }
    if (WHOLE.matcher(text).matches()) {
      return whole(text);
    }
    return DECIMAL.matcher(text).matches() ? decimal(text) : text;
  }

  /**
   * Returns an integer, or the text itself if the number is too large or has leading zeros, which
   * would be lost.
   */
  private static Object whole(String text) {
    int first = Character.isDigit(text.charAt(0)) ? 0 : 1;
    if (text.charAt(first) == '0' && text.length() > first + 1) {
      return text;
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      return text;
    }
  }

  /**
   * Returns a number, or the text itself if the number is too large: an id made of digits and an e
   * can look like a number.
   */
  private static Object decimal(String text) {
    double number = Double.parseDouble(text);
    return Double.isInfinite(number) && !text.endsWith("y") ? (Object) text : (Object) number;
  }
}
