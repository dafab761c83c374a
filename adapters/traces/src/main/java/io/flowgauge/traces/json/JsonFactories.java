package io.flowgauge.traces.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;

/** Factories of JSON parsers and generators, with limits against malicious input. */
final class JsonFactories {
  /** Maximum nesting of objects and arrays; readers of nested structures recurse to this depth. */
  static final int MAX_DEPTH = 1000;

  private static final int MAX_TEXT = 10_000_000;
  private static final int MAX_DIGITS = 1000;

  // Names are data in most documents (ids of activities), so they are neither interned, which would
  // fill the heap permanently, nor kept in a symbol table. NaN is accepted by the parser only so
  // that it can be refused with its position.
  static final JsonFactory STRICT =
      builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  /**
   * For documents whose names form a small vocabulary: looks names up instead of creating them
   * again.
   */
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
        // Names chosen to collide are read without the symbol table.
        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW);
  }
}
