package io.flowgauge.opentelemetry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.AttributeType;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.common.Value;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Converts values of attributes to text and back. Stateless. */
final class AttributeText {
  private static final JsonFactory JSON = new JsonFactory();

  private AttributeText() {}

  /** Returns a value of any type as text. */
  static String of(AttributeType type, Object value) {
    return switch (type) {
      case STRING, BOOLEAN, LONG, DOUBLE -> String.valueOf(value);
      case STRING_ARRAY, BOOLEAN_ARRAY, LONG_ARRAY, DOUBLE_ARRAY -> array((List<?>) value);
      case VALUE -> ((Value<?>) value).asString();
    };
  }

  private static String array(List<?> values) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartArray();
      for (Object value : values) {
        element(json, value);
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Writing to memory cannot fail.
    }
    return text.toString();
  }

  private static void element(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number); // NaN and infinities become strings.
    } else {
      json.writeString((String) value);
    }
  }

  /** Adds the attribute that a text represents. A composed value stays a text. */
  static void put(AttributesBuilder into, String key, AttributeType type, String text)
      throws IOException {
    switch (type) {
      case STRING -> into.put(AttributeKey.stringKey(key), text);
      case BOOLEAN -> into.put(AttributeKey.booleanKey(key), Boolean.valueOf(text));
      case LONG -> into.put(AttributeKey.longKey(key), Long.valueOf(text));
      case DOUBLE -> into.put(AttributeKey.doubleKey(key), Double.valueOf(text));
      case STRING_ARRAY -> into.put(AttributeKey.stringArrayKey(key), list(text, s -> s));
      case BOOLEAN_ARRAY ->
          into.put(AttributeKey.booleanArrayKey(key), list(text, Boolean::valueOf));
      case LONG_ARRAY -> into.put(AttributeKey.longArrayKey(key), list(text, Long::valueOf));
      case DOUBLE_ARRAY -> into.put(AttributeKey.doubleArrayKey(key), list(text, Double::valueOf));
      case VALUE -> into.put(AttributeKey.valueKey(key), Value.of(text));
    }
  }

  private static <T> List<T> list(String text, Function<String, T> of) throws IOException {
    List<T> values = new ArrayList<>();
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_ARRAY) {
        throw new IOException("an array attribute must be a JSON array, was " + text);
      }
      for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
        values.add(t == JsonToken.VALUE_NULL ? null : of.apply(json.getText()));
      }
    }
    return values;
  }
}
