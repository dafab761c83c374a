package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON document as maps, lists, texts and exact numbers, read without the code under test. */
public final class JsonTree {
  private JsonTree() {}

  /** Returns the value of a JSON text. */
  public static Object of(String text) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      parser.nextToken();
      return value(parser);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, value(parser));
        }
        return members;
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser));
        }
        return elements;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
        return parser.getDecimalValue();
      }
      case VALUE_TRUE, VALUE_FALSE -> {
        return parser.getBooleanValue();
      }
      default -> {
        return parser.getText();
      }
    }
  }

  /** Casts a value to an object. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  /** Casts a value to an array. */
  @SuppressWarnings("unchecked")
  public static List<Object> array(Object value) {
    return (List<Object>) value;
  }
}
