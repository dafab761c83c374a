package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.RefusalCode;
import java.math.BigDecimal;
import java.util.Optional;

/** Converts numbers of changes to values of Java's primitive types, and back. Stateless. */
final class Numbers {
  private Numbers() {}

  /**
   * Converts a number to a type. A fraction is rounded to the precision of the type.
   *
   * @param what is to hold the number, for the message
   * @throws ChangeRefused if the type cannot hold it, or is not a number
   */
  static Object boxed(Class<?> type, Number value, String what) throws ChangeRefused {
    if (type == double.class || type == float.class) {
      return fraction(type, value, what);
    }
    if (!type.isPrimitive() || type == void.class) {
      throw wrong(what + " is a " + type.getTypeName() + ", not a number or boolean");
    }
    if (!(value instanceof Long)) {
      throw wrong(what + " is a " + type + ", which cannot hold the fraction " + value);
    }
    long whole = value.longValue();
    Object boxed = whole(type, whole);
    if (bits(boxed) != whole) {
      throw wrong(what + " is a " + type + ", and cannot hold " + value);
    }
    return boxed;
  }

  private static Object fraction(Class<?> type, Number value, String what) throws ChangeRefused {
    double wanted = value.doubleValue();
    boolean exact =
        !(value instanceof Long)
            || new BigDecimal(wanted).compareTo(BigDecimal.valueOf(value.longValue())) == 0;
    boolean tooLarge =
        type == float.class && Float.isInfinite((float) wanted) && !Double.isInfinite(wanted);
    if (!exact || tooLarge) {
      throw wrong(what + " is a " + type + ", and cannot hold " + value);
    }
    return type == double.class ? (Object) wanted : (Object) (float) wanted;
  }

  /** Converts a whole number, cut off if it does not fit. */
  private static Object whole(Class<?> type, long value) {
    if (type == boolean.class) {
      return value == 1;
    }
    if (type == char.class) {
      return (char) value;
    }
    if (type == byte.class) {
      return (byte) value;
    }
    if (type == short.class) {
      return (short) value;
    }
    return type == int.class ? (Object) (int) value : (Object) value;
  }

  private static ChangeRefused wrong(String message) {
    return new ChangeRefused(RefusalCode.WRONG_TYPE, message);
  }

  /** Returns a boxed value's bits: a whole number itself, or a fraction's representation. */
  static long bits(Object boxed) {
    if (boxed instanceof Double value) {
      return Double.doubleToRawLongBits(value);
    }
    if (boxed instanceof Float value) {
      return Float.floatToRawIntBits(value);
    }
    return number(boxed).orElseThrow().longValue();
  }

  /** Converts a value of the program to a number; empty if it is not one. */
  static Optional<Number> number(Object boxed) {
    if (boxed instanceof Boolean value) {
      return Optional.of(value ? 1L : 0L);
    }
    if (boxed instanceof Character value) {
      return Optional.of((long) value);
    }
    if (boxed instanceof Float || boxed instanceof Double) {
      return Optional.of(((Number) boxed).doubleValue());
    }
    return boxed instanceof Byte
            || boxed instanceof Short
            || boxed instanceof Integer
            || boxed instanceof Long
        ? Optional.of(((Number) boxed).longValue())
        : Optional.empty();
  }
}
