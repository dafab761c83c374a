package io.flowgauge.log.text;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import java.util.stream.Stream;

/** Other names for values whose own has a meaning in a form. */
final class FreeName {
  private FreeName() {}

  /** The name behind as many underscores as it takes to be that of no value of the type. */
  static String of(String name, EventSchema schema) {
    String free = "_" + name;
    return names(schema).anyMatch(free::equals) ? of(free, schema) : free;
  }

  private static Stream<String> names(EventSchema schema) {
    return Stream.concat(
        schema.fields().stream().map(Field::name), schema.constants().stream().map(Constant::name));
  }
}
