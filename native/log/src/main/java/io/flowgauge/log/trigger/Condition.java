package io.flowgauge.log.trigger;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * A threshold on a value of an event, such as {@code BYTES>=65536}. Immutable and thread-safe.
 *
 * <p>Whole numbers are compared exactly; others as 64-bit floating-point numbers, to which a 32-bit
 * value is widened. A value that is not a number is unequal to every threshold, and neither less
 * nor more.
 */
public final class Condition {
  /** Longer numbers nobody means, and they cost time without end. */
  private static final int MAX_NUMBER = 40;

  /** What cannot be in the name of a field that has a condition. */
  private static final String SIGNS = "<>=!&";

  private final String field;
  private final Comparison comparison;
  private final BigDecimal number;
  private final double real;
  private final long whole;
  private final boolean isWhole;

  private Condition(String field, Comparison comparison, BigDecimal number) {
    this.field = field;
    this.comparison = comparison;
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
   * A condition.
   *
   * @param field name of the field
   * @param comparison how its value is compared
   * @param number the threshold, of at most 40 characters
   * @return the condition
   * @throws IllegalArgumentException if the name is empty, or has a blank, a quote, or one of
   *     {@code < > = ! &}; or the number is longer
   */
  public static Condition of(String field, Comparison comparison, BigDecimal number) {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(comparison, "comparison");
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
    return new Condition(field, comparison, number);
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
   * Reads a condition.
   *
   * @param text such as {@code BYTES>=65536}
   * @return the condition
   * @throws IllegalArgumentException if it is none
   */
  public static Condition parse(String text) {
    int at = 0;
    while (at < text.length() && SIGNS.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    Comparison comparison = comparison(text, at);
    String number = text.substring(at + comparison.sign().length());
    try {
      if (number.length() <= MAX_NUMBER) {
        return of(text.substring(0, at), comparison, new BigDecimal(number));
      }
    } catch (NumberFormatException e) {
      throw notSuch(text, e);
    }
    throw notSuch(text, null);
  }

  /** The longest that is there. */
  private static Comparison comparison(String text, int at) {
    Comparison found = null;
    for (Comparison each : Comparison.values()) {
      boolean longer = found == null || each.sign().length() > found.sign().length();
      if (longer && text.startsWith(each.sign(), at)) {
        found = each;
      }
    }
    if (found == null) {
      throw notSuch(text, null);
    }
    return found;
  }

  private static IllegalArgumentException notSuch(String text, Throwable cause) {
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
   * @return the comparison
   */
  public Comparison comparison() {
    return comparison;
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
   * Whether it holds for a whole number.
   *
   * @param value the value
   * @return whether it does
   */
  public boolean holds(long value) {
    return comparison.holds(
        isWhole ? Long.compare(value, whole) : BigDecimal.valueOf(value).compareTo(number));
  }

  /**
   * Whether it holds for a floating-point number.
   *
   * @param value the value
   * @return whether it does
   */
  public boolean holds(double value) {
    if (Double.isNaN(value)) {
      return comparison == Comparison.NOT_EQUAL;
    }
    return comparison.holds(value == real ? 0 : value < real ? -1 : 1);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Condition that
            && field.equals(that.field)
            && comparison == that.comparison
            && number.equals(that.number));
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, comparison, number);
  }

  /**
   * The condition as it is written in a trigger file.
   *
   * @return such as {@code BYTES>=65536}
   */
  @Override
  public String toString() {
    return field + comparison.sign() + number;
  }
}
