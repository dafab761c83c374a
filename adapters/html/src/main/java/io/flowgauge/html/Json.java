package io.flowgauge.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.analysis.Measured;
import io.flowgauge.metrics.render.Human;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * Values of the page's data. What was not measured is an object with the reason, what is unknown is
 * absent or null. Not thread-safe.
 */
final class Json {
  /** Inputs may hold names of megabytes. */
  private static final int LONGEST_NAME = 160;

  private static final long NANOS_PER_MICRO = 1_000;

  private final JsonGenerator out;

  Json(JsonGenerator out) {
    this.out = out;
  }

  /** Something that writes fields or elements. */
  interface Content {
    void write() throws IOException;
  }

  /** A text of our own. */
  void text(String key, String value) throws IOException {
    out.writeStringField(key, value);
  }

  /** A name of the input: one line of bounded length. */
  void name(String key, String value) throws IOException {
    text(key, shown(value));
  }

  static String shown(String name) {
    return Human.shortened(name, LONGEST_NAME);
  }

  void texts(String key, Collection<String> values) throws IOException {
    array(
        key,
        () -> {
          for (String value : values) {
            out.writeString(value);
          }
        });
  }

  void flag(String key, boolean value) throws IOException {
    out.writeBooleanField(key, value);
  }

  void integer(String key, long value) throws IOException {
    out.writeNumberField(key, value);
  }

  /** JSON has no infinite numbers; the sum turns a negative zero into zero. */
  void number(String key, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumberField(key, value + 0.0);
    }
  }

  void number(String key, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      number(key, value.getAsDouble());
    }
  }

  void seconds(String key, long nanos) throws IOException {
    number(key, Times.seconds(nanos));
  }

  /** An element: a measured or finite number, else null. */
  void element(double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value + 0.0);
    } else {
      out.writeNull();
    }
  }

  void element(long value) throws IOException {
    out.writeNumber(value);
  }

  void element(String value) throws IOException {
    out.writeString(value);
  }

  /** A time of nanoseconds as whole microseconds, which a chart never needs more than. */
  void micros(long nanos) throws IOException {
    out.writeNumber(Math.floorDiv(nanos, NANOS_PER_MICRO));
  }

  void nothing() throws IOException {
    out.writeNull();
  }

  /** The value with how far it was measured, or why it was not. */
  void measured(String key, Measured value) throws IOException {
    object(
        key,
        () -> {
          if (!value.isMeasured()) {
            text("why", value.reason().orElse(""));
            return;
          }
          number("value", value.value());
          if (value.measured() < value.total()) {
            integer("measured", value.measured());
            integer("total", value.total());
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
    out.writeFieldName(key);
    array(content);
  }

  void array(Content content) throws IOException {
    out.writeStartArray();
    content.write();
    out.writeEndArray();
  }
}
