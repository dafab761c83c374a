package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;

/** How JSON is read and written here, whatever the input may try. */
final class JsonFactories {
  /** Deepest nesting of objects and arrays; readers of nested structures recurse this far. */
  static final int MAX_DEPTH = 1000;

  private static final int MAX_TEXT = 10_000_000;
  private static final int MAX_DIGITS = 1000;

  // Names are data in these documents (ids of activities): neither interned, which would fill the
  // heap for good, nor kept in a symbol table, which gives up on names made to collide. NaN is read
  // only to be refused where it stands.
  static final JsonFactory STRICT =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_TEXT)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private JsonFactories() {}
}
