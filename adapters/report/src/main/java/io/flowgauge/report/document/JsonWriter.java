package io.flowgauge.report.document;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.analysis.Measured;
import io.flowgauge.report.layout.Human;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;

/** Writes JSON values: unknown values are left out, or null in an array. Not thread-safe. */
public final class JsonWriter {
  /** Limit on names, which may be megabytes long in the input. */
  private static final int LONGEST_NAME = 160;

  private static final long NANOS_PER_MICRO = 1_000;

  private final JsonGenerator out;

  /**
   * Creates a writer for a generator.
   *
   * @param out receives the values
   */
  JsonWriter(JsonGenerator out) {
    this.out = out;
  }

  /** Something that writes fields or elements. */
  public interface Content {
    /** Writes the fields or elements. */
    void write() throws IOException;
  }

  /** Writes a text unchanged. */
  public void text(String key, String value) throws IOException {
    out.writeStringField(key, value);
  }

  /** Writes a name of the input, as one line of bounded length. */
  public void name(String key, String value) throws IOException {
    text(key, shown(value));
  }

  /** Returns a name of the input as one line of bounded length. */
  public static String shown(String name) {
    return Human.shortened(name, LONGEST_NAME);
  }

  /** Writes an array of texts, unchanged. */
  public void texts(String key, Collection<String> values) throws IOException {
    array(
        key,
        () -> {
          for (String value : values) {
            out.writeString(value);
          }
        });
  }

  /** Writes a boolean. */
  public void flag(String key, boolean value) throws IOException {
    out.writeBooleanField(key, value);
  }

  /** Writes a whole number. */
  public void number(String key, long value) throws IOException {
    out.writeNumberField(key, value);
  }

  /**
   * Writes a number. Leaves it out if it is not finite, as JSON has no such numbers; a negative
   * zero becomes zero.
   */
  public void number(String key, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumberField(key, value + 0.0);
    }
  }

  /** Writes a number, if present. */
  public void number(String key, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      number(key, value.getAsDouble());
    }
  }

  /** Writes a number, if it was measured. */
  public void number(String key, Measured value) throws IOException {
    if (value.isMeasured()) {
      number(key, value.value());
    }
  }

  /**
   * Writes a time in seconds.
   *
   * @param nanos the time in nanoseconds
   */
  public void seconds(String key, long nanos) throws IOException {
    number(key, Times.seconds(nanos));
  }

  /** Writes an object with the value and its coverage, or the reason why it was not measured. */
  public void measured(String key, Measured value) throws IOException {
    object(
        key,
        () -> {
          if (!value.isMeasured()) {
            text("why", value.reason().orElse(""));
            return;
          }
          number("value", value.value());
          extent(value);
        });
  }

  /** Writes an object with the coverage of an aggregate, unless it was measured everywhere. */
  public void coverage(String key, Measured value) throws IOException {
    if (value.measured() < value.total()) {
      object(key, () -> extent(value));
    }
  }

  private void extent(Measured value) throws IOException {
    if (value.measured() < value.total()) {
      number("measured", value.measured());
      number("total", value.total());
    }
  }

  /**
   * Writes an object of whole numbers.
   *
   * @param values numbers by name
   */
  public void counts(String key, Map<String, Integer> values) throws IOException {
    object(
        key,
        () -> {
          for (var entry : values.entrySet()) {
            number(entry.getKey(), entry.getValue());
          }
        });
  }

  /** Writes an array element: the number if it is finite, else null. */
  public void element(double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value + 0.0);
    } else {
      out.writeNull();
    }
  }

  public void element(long value) throws IOException {
    out.writeNumber(value);
  }

  public void element(String value) throws IOException {
    out.writeString(value);
  }

  /**
   * Writes an array element in whole microseconds, rounded down, precise enough for a chart.
   *
   * @param nanos a time in nanoseconds
   */
  public void micros(long nanos) throws IOException {
    out.writeNumber(Math.floorDiv(nanos, NANOS_PER_MICRO));
  }

  /** Writes an unknown array element: null. */
  public void nothing() throws IOException {
    out.writeNull();
  }

  /** Writes an unknown field: null. */
  public void nothing(String key) throws IOException {
    out.writeNullField(key);
  }

  /** Writes an object as a field. */
  public void object(String key, Content content) throws IOException {
    out.writeFieldName(key);
    object(content);
  }

  /** Writes an object as an array element. */
  public void object(Content content) throws IOException {
    out.writeStartObject();
    content.write();
    out.writeEndObject();
  }

  /** Writes an array as a field. */
  public void array(String key, Content content) throws IOException {
    out.writeFieldName(key);
    array(content);
  }

  /** Writes an array as an array element. */
  public void array(Content content) throws IOException {
    out.writeStartArray();
    content.write();
    out.writeEndArray();
  }
}
