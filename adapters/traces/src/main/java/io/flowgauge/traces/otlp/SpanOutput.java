package io.flowgauge.traces.otlp;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.model.core.Remarks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/** Writes the members of spans in OTLP JSON. Not thread-safe. */
final class SpanOutput {
  private static final int INTERNAL = 1;

  private final JsonGenerator json;
  private final Remarks lost;
  private final String trace;

  /**
   * Creates an output.
   *
   * @param seed the text from which the id of the trace is derived, so that a run always gets the
   *     same id
   */
  SpanOutput(JsonGenerator json, Remarks lost, String seed) {
    this.json = json;
    this.lost = lost;
    trace =
        UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
  }

  static String id(long number) {
    return HexFormat.of().toHexDigits(number);
  }

  /** Starts a span, up to but excluding its times. */
  void begin(long id, long parent, String name) throws IOException {
    json.writeStartObject();
    json.writeStringField("traceId", trace);
    json.writeStringField("spanId", id(id));
    if (parent != 0) {
      json.writeStringField("parentSpanId", id(parent));
    }
    json.writeStringField("name", name);
    json.writeNumberField("kind", INTERNAL);
  }

  /** Whether a time can be written, which must not be negative. */
  boolean isWritable(long nanos, String where) {
    if (nanos < 0) {
      lost.warn("times before 1970 (or before the origin) are not written", where);
    }
    return nanos >= 0;
  }

  void time(String member, long nanos) throws IOException {
    json.writeStringField(member, Long.toString(nanos));
  }

  void link(long to) throws IOException {
    json.writeStartObject();
    json.writeStringField("traceId", trace);
    json.writeStringField("spanId", id(to));
    json.writeEndObject();
  }

  void text(String key, String value) throws IOException {
    attribute(key, "stringValue", value);
  }

  /**
   * Writes a whole number, as a string: that is how Protocol Buffers write 64-bit integers in JSON.
   */
  void whole(String key, long value) throws IOException {
    attribute(key, "intValue", Long.toString(value));
  }

  void number(String key, double value) throws IOException {
    json.writeStartObject();
    json.writeStringField("key", key);
    json.writeObjectFieldStart("value");
    json.writeNumberField("doubleValue", value);
    json.writeEndObject();
    json.writeEndObject();
  }

  void flag(String key) throws IOException {
    json.writeStartObject();
    json.writeStringField("key", key);
    json.writeObjectFieldStart("value");
    json.writeBooleanField("boolValue", true);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void attribute(String key, String type, String value) throws IOException {
    json.writeStartObject();
    json.writeStringField("key", key);
    json.writeObjectFieldStart("value");
    json.writeStringField(type, value);
    json.writeEndObject();
    json.writeEndObject();
  }
}
