package io.flowgauge.log;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The five types a value of an event can have. Immutable and thread-safe. */
public enum FieldType {
  /** A whole number of 32 bits. */
  INT32(Integer.BYTES, int.class, Integer.class),
  /** A whole number of 64 bits. */
  INT64(Long.BYTES, long.class, Long.class),
  /** A floating-point number of 32 bits. */
  FLOAT32(Float.BYTES, float.class, Float.class),
  /** A floating-point number of 64 bits. */
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
   * Bytes a value takes in the binary log.
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
   * @return whether it is, without a conversion
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
