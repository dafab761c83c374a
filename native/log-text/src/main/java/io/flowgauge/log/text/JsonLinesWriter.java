package io.flowgauge.log.text;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes events as JSON objects, one per line. */
final class JsonLinesWriter implements EventWriter {
  private static final Pattern HALF_PAIR = Pattern.compile("\\p{Cs}");

  private final JsonGenerator json;

  JsonLinesWriter(OutputStream out) throws IOException {
    json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
    json.setRootValueSeparator(null);
  }

  @Override
  public void write(EventCursor cursor) throws IOException {
    LogEvent event = cursor.event();
    json.writeStartObject();
    json.writeStringField("time", event.time().toString());
    json.writeStringField("event", event.name());
    if (event.source().isPresent()) {
      source(event.source().get());
    }
    json.writeObjectFieldStart("values");
    for (Map.Entry<String, Object> value : event.values().entrySet()) {
      json.writeFieldName(value.getKey());
      value(value.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void source(StreamIdentity source) throws IOException {
    json.writeStringField("host", wellFormed(source.host()));
    json.writeStringField("program", wellFormed(source.program()));
    json.writeNumberField("processId", source.processId());
    json.writeStringField("thread", wellFormed(source.thread()));
  }

  /** Writes a value. Jackson writes infinite values and NaN as texts. */
  private void value(Object value) throws IOException {
    if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Float number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else {
      json.writeString(wellFormed((String) value));
    }
  }

  /** Replaces unpaired surrogates, at which Jackson would fail in the middle of a line. */
  private static String wellFormed(String text) {
    return UnpairedSurrogate.indexIn(text) < 0
        ? text
        : HALF_PAIR.matcher(text).replaceAll("\uFFFD");
  }

  @Override
  public void flush() throws IOException {
    json.flush();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
