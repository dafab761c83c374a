package io.flowgauge.log.oracle;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.util.List;
import java.util.Random;

/** Schemas and values of every type, in any order. */
final class RandomEvents {
  private static final List<FieldType> TYPES = List.of(FieldType.values());
  private static final String[] TEXTS = {"", "x", "z\u00FCrich", "a b\n\"=", "\uD83D\uDE00", "\0"};

  private RandomEvents() {}

  static EventSchema schema(String name, Random random) {
    EventSchema.Builder schema = EventSchema.named(name);
    for (int i = random.nextInt(6); i > 0; i--) {
      schema.field("f" + i, TYPES.get(random.nextInt(TYPES.size())));
    }
    return schema.string("THREAD").constant("PROG", "p").constant("n", random.nextInt()).build();
  }

  static Object[] values(EventSchema schema, Random random) {
    return schema.fields().stream().map(field -> value(field.type(), random)).toArray();
  }

  private static Object value(FieldType type, Random random) {
    return switch (type) {
      case INT32 -> random.nextInt();
      case INT64 -> random.nextLong();
      case FLOAT32 -> random.nextFloat();
      case FLOAT64 -> random.nextGaussian();
      case STRING -> TEXTS[random.nextInt(TEXTS.length)];
    };
  }
}
