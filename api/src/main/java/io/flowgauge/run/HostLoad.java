package io.flowgauge.run;

import java.util.Objects;

/**
 * What was measured of a host in an interval of time, such as the share of its processors that was
 * busy. A measurement has one value; where many were put together, as a run of days keeps only some
 * hundred intervals, the value is their mean, and the least and the most of them are known.
 * Immutable and thread-safe.
 *
 * @param host name of the host
 * @param quantity what was measured, such as {@code cpu-busy}
 * @param unit its unit, such as {@code ratio} for fractions, {@code bytes} or {@code
 *     bytes_per_second}; empty for a plain number
 * @param beginNanos begin of the interval, in nanoseconds since 1970-01-01T00:00:00Z
 * @param endNanos its end, not before it
 * @param least the least measured in it
 * @param mean the mean over it, from the least to the most
 * @param most the most measured in it
 */
public record HostLoad(
    String host,
    String quantity,
    String unit,
    long beginNanos,
    long endNanos,
    double least,
    double mean,
    double most) {

  /**
   * Checks the parts.
   *
   * @param host name of the host
   * @param quantity what was measured
   * @param unit its unit
   * @param beginNanos begin
   * @param endNanos end
   * @param least the least
   * @param mean the mean
   * @param most the most
   * @throws IllegalArgumentException if the host or quantity is empty, the end is before the begin,
   *     or the values are not finite or not in order
   */
  public HostLoad {
    Objects.requireNonNull(unit, "unit");
    if (host.isEmpty() || quantity.isEmpty()) {
      throw new IllegalArgumentException(
          "a load is of a host and a quantity, but these are \""
              + host
              + "\", \""
              + quantity
              + "\"");
    }
    if (endNanos < beginNanos) {
      throw new IllegalArgumentException(
          "a load ends after it begins, but this begins at "
              + beginNanos
              + " ns and ends at "
              + endNanos);
    }
    boolean isFinite = Double.isFinite(least) && Double.isFinite(most);
    if (!(isFinite && least <= mean && mean <= most)) {
      throw new IllegalArgumentException(
          "a load has finite values with the mean between the least and the most, but these are "
              + least
              + ", "
              + mean
              + ", "
              + most);
    }
  }

  /**
   * One measurement.
   *
   * @param host name of the host
   * @param quantity what was measured
   * @param unit its unit
   * @param beginNanos begin of the interval, in nanoseconds since 1970-01-01T00:00:00Z
   * @param endNanos its end, not before it
   * @param value the value over the interval
   * @return the load
   * @throws IllegalArgumentException as of the record
   */
  public static HostLoad of(
      String host, String quantity, String unit, long beginNanos, long endNanos, double value) {
    return new HostLoad(host, quantity, unit, beginNanos, endNanos, value, value, value);
  }
}
