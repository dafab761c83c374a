package io.flowgauge.traces.condor;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Ads as objects of JSON. Not thread-safe. */
final class JsonAd extends AdText {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private boolean quoted;

  @Override
  int step(String text, int index) {
    char c = text.charAt(index);
    if (quoted && c == '\\') {
      return Math.min(text.length(), index + 2);
    }
    if (c == '"' && depth() > 0) {
      quoted = !quoted;
    } else if (c == '{' && !quoted) {
      enter();
    } else if (c == '}' && !quoted) {
      leave();
    }
    return index + 1;
  }

  @Override
  void beginLine() {
    quoted = false;
  }

  @Override
  String opening() {
    return "{";
  }

  /** Objects may be elements of an array, or be separated like the events of a text log. */
  @Override
  boolean isBetween(char c) {
    return Character.isWhitespace(c) || c == '.' || c == ',' || c == '[' || c == ']';
  }

  @Override
  Map<String, String> parse(String ad) throws IOException {
    Map<String, String> values = new TreeMap<>();
    try (JsonParser json = FACTORY.createParser(ad)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        if (json.nextToken().isScalarValue()) {
          put(name, json.getText(), values);
        } else {
          json.skipChildren();
        }
      }
    }
    return values;
  }
}
