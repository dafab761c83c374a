package io.flowgauge.metrics.render;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.analysis.Measured;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;

/** Writes JSON values: what is not known is left out, or null among elements. Not thread-safe. */
public final class Json {
  /** Inputs may hold names of megabytes. */
  private static final int LONGEST_NAME = 160;

  private static final long NANOS_PER_MICRO = 1_000;

  private final JsonGenerator out;

  /**
   * Values on an output.
   *
   * @param out where to
   */
  public Json(JsonGenerator out) {
    this.out = out;
  }

  /** Something that writes fields or elements. */
  public interface Content {
    /**
     * Writes them.
     *
     * @throws IOException if writing fails
     */
    void write() throws IOException;
  }

  /**
   * A text as it is.
   *
   * @param key name of the field
   * @param value the text
   * @throws IOException if writing fails
   */
  public void text(String key, String value) throws IOException {
    out.writeStringField(key, value);
  }

  /**
   * A name of the input: one line of bounded length.
   *
   * @param key name of the field
   * @param value the name
   * @throws IOException if writing fails
   */
  public void name(String key, String value) throws IOException {
    text(key, shown(value));
  }

  /**
   * What is shown of a name of the input.
   *
   * @param name the name
   * @return one line of bounded length
   */
  public static String shown(String name) {
    return Human.shortened(name, LONGEST_NAME);
  }

  /**
   * Texts as they are.
   *
   * @param key name of the field
   * @param values the texts
   * @throws IOException if writing fails
   */
  public void texts(String key, Collection<String> values) throws IOException {
    array(
        key,
        () -> {
          for (String value : values) {
            out.writeString(value);
          }
        });
  }

  /**
   * A truth value.
   *
   * @param key name of the field
   * @param value the value
   * @throws IOException if writing fails
   */
  public void flag(String key, boolean value) throws IOException {
    out.writeBooleanField(key, value);
  }

  /**
   * A whole number.
   *
   * @param key name of the field
   * @param value the number
   * @throws IOException if writing fails
   */
  public void number(String key, long value) throws IOException {
    out.writeNumberField(key, value);
  }

  /**
   * A number, left out if it is not finite, as JSON has no such numbers; a negative zero becomes
   * zero.
   *
   * @param key name of the field
   * @param value the number
   * @throws IOException if writing fails
   */
  public void number(String key, double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumberField(key, value + 0.0);
    }
  }

  /**
   * A number, if there is one.
   *
   * @param key name of the field
   * @param value the number
   * @throws IOException if writing fails
   */
  public void number(String key, OptionalDouble value) throws IOException {
    if (value.isPresent()) {
      number(key, value.getAsDouble());
    }
  }

  /**
   * A number, if it was measured.
   *
   * @param key name of the field
   * @param value the number
   * @throws IOException if writing fails
   */
  public void number(String key, Measured value) throws IOException {
    if (value.isMeasured()) {
      number(key, value.value());
    }
  }

  /**
   * A time in seconds.
   *
   * @param key name of the field
   * @param nanos the time in nanoseconds
   * @throws IOException if writing fails
   */
  public void seconds(String key, long nanos) throws IOException {
    number(key, Times.seconds(nanos));
  }

  /**
   * An object with the value and how far it was measured, or why it was not.
   *
   * @param key name of the field
   * @param value the value
   * @throws IOException if writing fails
   */
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

  /**
   * Of an aggregate that was not measured everywhere, an object that says how far it was.
   *
   * @param key name of the field
   * @param value the aggregate
   * @throws IOException if writing fails
   */
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
   * An object of whole numbers.
   *
   * @param key name of the field
   * @param values numbers by name
   * @throws IOException if writing fails
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

  /**
   * An element: the number if it is finite, else null.
   *
   * @param value the number
   * @throws IOException if writing fails
   */
  public void element(double value) throws IOException {
    if (Double.isFinite(value)) {
      out.writeNumber(value + 0.0);
    } else {
      out.writeNull();
    }
  }

  /**
   * An element.
   *
   * @param value a whole number
   * @throws IOException if writing fails
   */
  public void element(long value) throws IOException {
    out.writeNumber(value);
  }

  /**
   * An element.
   *
   * @param value a text
   * @throws IOException if writing fails
   */
  public void element(String value) throws IOException {
    out.writeString(value);
  }

  /**
   * An element in whole microseconds, rounded down, which a chart never needs more than.
   *
   * @param nanos a time in nanoseconds
   * @throws IOException if writing fails
   */
  public void micros(long nanos) throws IOException {
    out.writeNumber(Math.floorDiv(nanos, NANOS_PER_MICRO));
  }

  /**
   * An element that is not known: null.
   *
   * @throws IOException if writing fails
   */
  public void nothing() throws IOException {
    out.writeNull();
  }

  /**
   * An object as a field.
   *
   * @param key name of the field
   * @param content its fields
   * @throws IOException if writing fails
   */
  public void object(String key, Content content) throws IOException {
    out.writeFieldName(key);
    object(content);
  }

  /**
   * An object as an element.
   *
   * @param content its fields
   * @throws IOException if writing fails
   */
  public void object(Content content) throws IOException {
    out.writeStartObject();
    content.write();
    out.writeEndObject();
  }

  /**
   * An array as a field.
   *
   * @param key name of the field
   * @param content its elements
   * @throws IOException if writing fails
   */
  public void array(String key, Content content) throws IOException {
    out.writeFieldName(key);
    array(content);
  }

  /**
   * An array as an element.
   *
   * @param content its elements
   * @throws IOException if writing fails
   */
  public void array(Content content) throws IOException {
    out.writeStartArray();
    content.write();
    out.writeEndArray();
  }
}
