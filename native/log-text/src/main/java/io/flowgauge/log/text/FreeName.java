package io.flowgauge.log.text;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import java.util.stream.Stream;

/** Finds other names for values whose own name has a special meaning in a form. */
final class FreeName {
  private FreeName() {}

  /**
   * Returns the name preceded by as many underscores as needed to differ from all names of the
   * type.
   */
  static String of(String name, EventSchema schema) {
    String free = "_" + name;
    return names(schema).anyMatch(free::equals) ? of(free, schema) : free;
  }

  private static Stream<String> names(EventSchema schema) {
    return Stream.concat(
        schema.fields().stream().map(Field::name), schema.constants().stream().map(Constant::name));
  }
}
