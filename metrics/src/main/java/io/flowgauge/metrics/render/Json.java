package io.flowgauge.metrics.render;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.analysis.Measured;
import java.io.IOException;
import java.util.Map;

/** JSON values of a report: what was not measured is left out. Not thread-safe. */
final class Json {
  private final JsonGenerator out;

  Json(JsonGenerator out) {
    this.out = out;
  }

  /** Something that writes fields or elements. */
  interface Content {
    void write() throws IOException;
  }

  void text(String key, String value) throws IOException {
    out.writeStringField(key, value);
  }

  void element(String value) throws IOException {
    out.writeString(value);
  }

  void number(String key, long value) throws IOException {
    out.writeNumberField(key, value);
  }

  /** JSON has no infinite numbers; the sum turns a negative zero into zero. */
  void number(String key, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumberField(key, value + 0.0);
    }
  }

  void number(String key, Measured value) throws IOException {
    if (value.isMeasured()) {
      number(key, value.value());
    }
  }

  void flag(String key, boolean value) throws IOException {
    out.writeBooleanField(key, value);
  }

  void counts(String key, Map<String, Integer> values) throws IOException {
    object(
        key,
        () -> {
          for (var entry : values.entrySet()) {
            number(entry.getKey(), entry.getValue());
          }
        });
  }

  void object(String key, Content content) throws IOException {
    out.writeFieldName(key);
    object(content);
  }

  void object(Content content) throws IOException {
    out.writeStartObject();
    content.write();
    out.writeEndObject();
  }

  void array(String key, Content content) throws IOException {
    out.writeArrayFieldStart(key);
    content.write();
    out.writeEndArray();
  }

  /** Says of an aggregate that was not measured everywhere how far it was. */
  void coverage(String key, Measured value) throws IOException {
    if (value.measured() < value.total()) {
      object(
          key,
          () -> {
            number("measured", value.measured());
            number("total", value.total());
          });
    }
  }
}
