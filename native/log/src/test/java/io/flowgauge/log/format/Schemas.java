package io.flowgauge.log.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random event types and values for properties. */
public final class Schemas {
  private static final int MAX_FIELDS = 8;

  private Schemas() {}

  /** Returns event types with up to eight fields and as many constants. */
  public static Arbitrary<EventSchema> any() {
    return Combinators.combine(
            Arbitraries.strings().withCharRange('a', 'z').ofMinLength(1).ofMaxLength(12),
            Arbitraries.of(FieldType.class).list().ofMaxSize(MAX_FIELDS),
            Arbitraries.of(FieldType.class).flatMap(Schemas::value).list().ofMaxSize(MAX_FIELDS),
            Arbitraries.integers().between(0, MAX_FIELDS))
        .as(Schemas::schema);
  }

  private static EventSchema schema(
      String name, List<FieldType> fields, List<Object> constants, int lifeline) {
    EventSchema.Builder schema = EventSchema.named(name);
    for (int k = 0; k < fields.size(); k++) {
      FieldType type = fields.get(k);
      boolean floating = type == FieldType.FLOAT32 || type == FieldType.FLOAT64;
      if (k == lifeline && !floating) {
        schema.lifeline("field" + k, type);
      } else {
        schema.field("field" + k, type);
      }
    }
    for (int k = 0; k < constants.size(); k++) {
      schema.constant("constant" + k, constants.get(k));
    }
    return schema.build();
  }

  /** Returns values of a type, including odd ones. */
  public static Arbitrary<Object> value(FieldType type) {
    return switch (type) {
      case INT32 -> Arbitraries.integers().asGeneric();
      case INT64 -> Arbitraries.longs().asGeneric();
      case FLOAT32 -> Arbitraries.integers().map(Float::intBitsToFloat).asGeneric();
      case FLOAT64 -> Arbitraries.longs().map(Double::longBitsToDouble).asGeneric();
      case STRING -> Arbitraries.strings().ofMaxLength(30).map(Schemas::encodable).asGeneric();
    };
  }

  /** Replaces halves of surrogate pairs, which UTF-8 cannot encode. */
  private static String encodable(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return new String(bytes, UTF_8);
  }
}
