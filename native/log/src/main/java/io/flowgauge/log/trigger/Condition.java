package io.flowgauge.log.trigger;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * A threshold on a value of an event, such as {@code BYTES>=65536}. Immutable and thread-safe.
 *
 * <p>Whole numbers are compared exactly, others as 64-bit floating-point numbers; a 32-bit value is
 * widened first. NaN is unequal to every threshold, and neither less nor greater.
 */
public final class Condition {
  /**
   * Most characters of a number; longer ones are surely mistakes, and could take very long to
   * parse.
   */
  private static final int MAX_NUMBER = 40;

  /** Characters that a field name in a condition cannot contain. */
  private static final String SIGNS = "<>=!&";

  private final String field;
  private final Operator operator;
  private final BigDecimal number;
  private final double real;
  private final long whole;
  private final boolean isWhole;

  private Condition(String field, Operator operator, BigDecimal number) {
    this.field = field;
    this.operator = operator;
    this.number = number;
    real = number.doubleValue();
    isWhole = fitsLong(number);
    whole = isWhole ? number.longValueExact() : 0;
  }

  private static boolean fitsLong(BigDecimal number) {
    try {
      number.longValueExact();
      return true;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  /**
   * Makes a condition.
   *
   * @param field name of the field
   * @param operator how its value is compared
   * @param number the threshold, of at most 40 characters
   * @return the condition
   * @throws IllegalArgumentException if the name is empty, or has a blank, a quote, or one of
   *     {@code < > = ! &}; or the number is longer
   */
  public static Condition of(String field, Operator operator, BigDecimal number) {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(operator, "operator");
    Objects.requireNonNull(number, "number");
    if (field.isEmpty() || hasSign(field) || TriggerEntry.hasForbidden(field)) {
      throw new IllegalArgumentException(
          "field must be a name without blanks, quotes, '<', '>', '=', '!' and '&', was '"
              + field
              + "'");
    }
    if (number.toString().length() > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "number must have at most " + MAX_NUMBER + " characters, was " + number);
    }
    return new Condition(field, operator, number);
  }

  private static boolean hasSign(String field) {
    for (int k = 0; k < field.length(); k++) {
      char c = field.charAt(k);
      if (c <= ' ' || c == '"' || SIGNS.indexOf(c) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Parses a condition.
   *
   * @param text a condition, such as {@code BYTES>=65536}
   * @return the condition
   * @throws IllegalArgumentException if it is not a condition
   */
  public static Condition parse(String text) {
    int at = 0;
    while (at < text.length() && SIGNS.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    Operator operator = operator(text, at);
    String number = text.substring(at + operator.sign().length());
    try {
      if (number.length() <= MAX_NUMBER) {
        return of(text.substring(0, at), operator, new BigDecimal(number));
      }
    } catch (NumberFormatException e) {
      throw invalidCondition(text, e);
    }
    throw invalidCondition(text, null);
  }

  /** Returns the longest operator at an index. */
  private static Operator operator(String text, int at) {
    Operator found = null;
    for (Operator each : Operator.values()) {
      boolean longer = found == null || each.sign().length() > found.sign().length();
      if (longer && text.startsWith(each.sign(), at)) {
        found = each;
      }
    }
    if (found == null) {
      throw invalidCondition(text, null);
    }
    return found;
  }

  private static IllegalArgumentException invalidCondition(String text, Throwable cause) {
    return new IllegalArgumentException(
        "condition must be a field, one of < <= > >= == !=, and a number of at most "
            + MAX_NUMBER
            + " characters, was '"
            + text
            + "'",
        cause);
  }

  /**
   * Name of the field.
   *
   * @return the name
   */
  public String field() {
    return field;
  }

  /**
   * How its value is compared.
   *
   * @return the operator
   */
  public Operator operator() {
    return operator;
  }

  /**
   * The threshold.
   *
   * @return the number
   */
  public BigDecimal number() {
    return number;
  }

  /**
   * Whether the condition holds for a whole number.
   *
   * @param value the value
   * @return whether it does
   */
  public boolean holds(long value) {
    return operator.holds(
        isWhole ? Long.compare(value, whole) : BigDecimal.valueOf(value).compareTo(number));
  }

  /**
   * Whether the condition holds for a floating-point number.
   *
   * @param value the value
   * @return whether it does
   */
  public boolean holds(double value) {
    if (Double.isNaN(value)) {
      return operator == Operator.NOT_EQUAL;
    }
    return operator.holds(value == real ? 0 : value < real ? -1 : 1);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Condition that
            && field.equals(that.field)
            && operator == that.operator
            && number.equals(that.number));
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, operator, number);
  }

  /**
   * The condition as it is written in a trigger file.
   *
   * @return such as {@code BYTES>=65536}
   */
  @Override
  public String toString() {
    return field + operator.sign() + number;
  }
}
