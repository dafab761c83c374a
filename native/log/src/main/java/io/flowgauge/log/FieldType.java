package io.flowgauge.log;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The five types a value of an event can have. Immutable and thread-safe. */
public enum FieldType {
  /** A 32-bit integer. */
  INT32(Integer.BYTES, int.class, Integer.class),
  /** A 64-bit integer. */
  INT64(Long.BYTES, long.class, Long.class),
  /** A 32-bit floating-point number. */
  FLOAT32(Float.BYTES, float.class, Float.class),
  /** A 64-bit floating-point number. */
  FLOAT64(Double.BYTES, double.class, Double.class),
  /** A text. */
  STRING(0, String.class, String.class);

  private final int width;
  private final Class<?> parameter;
  private final Class<?> box;

  FieldType(int width, Class<?> parameter, Class<?> box) {
    this.width = width;
    this.parameter = parameter;
    this.box = box;
  }

  /**
   * Bytes that a value takes in the binary log.
   *
   * @return 4 or 8; 0 for texts, whose length varies
   */
  public int width() {
    return width;
  }

  /**
   * The Java type that holds such a value.
   *
   * @return {@code int}, {@code long}, {@code float}, {@code double} or {@code String}
   */
  public Class<?> javaType() {
    return parameter;
  }

  /**
   * The type's name in documents.
   *
   * @return a lower-case word, such as {@code int32}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether an object is a value of this type.
   *
   * @param value any object
   * @return whether it is, without conversion
   */
  public boolean holds(Object value) {
    return box.isInstance(value);
  }

  /**
   * The type of a value.
   *
   * @param value any object
   * @return its type, or empty if no event can hold it
   */
  public static Optional<FieldType> of(Object value) {
    Objects.requireNonNull(value, "value");
    for (FieldType type : values()) {
      if (type.holds(value)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
