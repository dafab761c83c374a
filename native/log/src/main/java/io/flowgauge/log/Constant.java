package io.flowgauge.log;

import java.util.Objects;

/**
 * A value that all events of a type share, such as the name of the program; the log stores it only
 * once. Immutable and thread-safe.
 *
 * @param name its name; the rule for {@link Field} names applies
 * @param value an Integer, Long, Float, Double or String
 */
public record Constant(String name, Object value) {
  /**
   * Checks the parts.
   *
   * @param name the name
   * @param value the value
   * @throws IllegalArgumentException if the name is not allowed, or the value is of a type that
   *     events cannot hold
   */
  public Constant {
    Names.check("constant name", name);
    Objects.requireNonNull(value, "value");
    if (FieldType.of(value).isEmpty()) {
      throw new IllegalArgumentException(
          "constant " + name + " must be of a field type, was " + value.getClass().getName());
    }
  }

  /**
   * The type of the value.
   *
   * @return its type
   */
  public FieldType type() {
    return FieldType.of(value).orElseThrow();
  }

  @Override
  public String toString() {
    return name + "=" + value;
  }
}
