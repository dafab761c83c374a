package io.flowgauge.analysis;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measured value, or the reason why it is absent; absent differs from zero. An aggregate also
 * states how many of its parts were measured. Immutable and thread-safe.
 */
public final class Measured {
  private final double value;
  private final int measured;
  private final int total;
  private final String reason;

  private Measured(double value, int measured, int total, String reason) {
    this.value = value;
    this.measured = measured;
    this.total = total;
    this.reason = reason;
  }

  /**
   * A single measured value.
   *
   * @param value any number except NaN
   * @return the value
   * @throws IllegalArgumentException if it is NaN
   */
  public static Measured of(double value) {
    return of(value, 1, 1);
  }

  /**
   * An aggregate.
   *
   * @param value any number except NaN
   * @param measured number of parts measured, 1 or more
   * @param total number of parts altogether, not below {@code measured}
   * @return the value
   * @throws IllegalArgumentException if the value is NaN, or {@code measured} is below 1 or above
   *     {@code total}
   */
  public static Measured of(double value, int measured, int total) {
    if (Double.isNaN(value) || measured < 1 || measured > total) {
      throw new IllegalArgumentException(
          "not a measured value: " + value + " from " + measured + " of " + total);
    }
    return new Measured(value, measured, total, "");
  }

  /**
   * A value that was not measured.
   *
   * @param reason why, as a phrase a user can act on
   * @return the absent value
   */
  public static Measured absent(String reason) {
    return new Measured(Double.NaN, 0, 0, Objects.requireNonNull(reason, "reason"));
  }

  /**
   * Whether there is a value.
   *
   * @return false if it was not measured
   */
  public boolean isMeasured() {
    return measured > 0;
  }

  /**
   * The value.
   *
   * @return the number, never NaN
   * @throws NoSuchElementException if it was not measured; the message says why
   */
  public double value() {
    if (!isMeasured()) {
      throw new NoSuchElementException("not measured: " + reason);
    }
    return value;
  }

  /**
   * The value, or a default.
   *
   * @param other the default
   * @return the value if it was measured, otherwise {@code other}
   */
  public double orElse(double other) {
    return isMeasured() ? value : other;
  }

  /**
   * The value as an {@code OptionalDouble}.
   *
   * @return the value, or empty if it was not measured
   */
  public OptionalDouble asOptional() {
    return isMeasured() ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /**
   * Why there is no value.
   *
   * @return the reason, or empty if it was measured
   */
  public Optional<String> reason() {
    return isMeasured() ? Optional.empty() : Optional.of(reason);
  }

  /**
   * Number of parts that were measured.
   *
   * @return 0 if it was not measured
   */
  public int measured() {
    return measured;
  }

  /**
   * Number of parts altogether, measured or not.
   *
   * @return 0 if it was not measured
   */
  public int total() {
    return total;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Measured that
        && Double.compare(value, that.value) == 0
        && measured == that.measured
        && total == that.total
        && reason.equals(that.reason);
  }

  @Override
  public int hashCode() {
    return Objects.hash(value, measured, total, reason);
  }

  @Override
  public String toString() {
    if (!isMeasured()) {
      return "not measured: " + reason;
    }
    return measured == total ? "" + value : value + " (" + measured + " of " + total + ")";
  }
}
