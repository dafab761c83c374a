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

  // Names are data in most documents (ids of activities): neither interned, which would fill the
  // heap for good, nor kept in a symbol table. NaN is read only to be refused where it stands.
  static final JsonFactory STRICT =
      builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  /** For documents whose names are words of the format: finds each instead of making it again. */
  static final JsonFactory OF_FEW_NAMES = builder().build();

  private JsonFactories() {}

  private static JsonFactoryBuilder builder() {
    return new JsonFactoryBuilder()
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
        // Names made to collide are read without a symbol table.
        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW);
  }
}
