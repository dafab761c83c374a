package io.flowgauge.log;

import java.util.Objects;

/**
 * A field of an event type: a value that each event of the type carries. Immutable and thread-safe.
 *
 * @param name 1 to 255 characters, none of them a blank, a control character, {@code =} or {@code
 *     "}
 * @param type its type
 */
public record Field(String name, FieldType type) {
  /**
   * Checks the parts.
   *
   * @param name the name
   * @param type the type
   * @throws IllegalArgumentException if the name is not allowed
   */
  public Field {
    Names.check("field name", name);
    Objects.requireNonNull(type, "type");
  }

  @Override
  public String toString() {
    return type.label() + " " + name;
  }
}
