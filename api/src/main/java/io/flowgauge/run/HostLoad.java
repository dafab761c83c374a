package io.flowgauge.run;

import java.util.Objects;

/**
 * What was measured on a host during an interval of time, such as the fraction of its processors
 * that was busy. A single measurement has one value. A long run keeps only some hundred intervals,
 * so one interval may combine many measurements: it then holds their least value, mean and greatest
 * value. Immutable and thread-safe.
 *
 * @param host name of the host
 * @param quantity what was measured, such as {@code cpu-busy}
 * @param unit its unit, such as {@code ratio} for fractions, {@code bytes} or {@code
 *     bytes_per_second}; empty for a plain number
 * @param beginNanos start of the interval, in nanoseconds since 1970-01-01T00:00:00Z
 * @param endNanos its end, not before its start
 * @param least the least value measured in it
 * @param mean the mean over it, from the least to the greatest value
 * @param most the greatest value measured in it
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
   * @throws IllegalArgumentException if the host or quantity is empty, the end is before the start,
   *     or the values are not finite or not in order
   */
  public HostLoad {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(quantity, "quantity");
    Objects.requireNonNull(unit, "unit");
    if (host.isEmpty() || quantity.isEmpty()) {
      throw new IllegalArgumentException(
          "a load must name a host and a quantity, but these are \""
              + host
              + "\", \""
              + quantity
              + "\"");
    }
    if (endNanos < beginNanos) {
      throw new IllegalArgumentException(
          "a load must not end before it begins, but begins at "
              + beginNanos
              + " ns and ends at "
              + endNanos);
    }
    boolean isFinite = Double.isFinite(least) && Double.isFinite(most);
    if (!(isFinite && least <= mean && mean <= most)) {
      throw new IllegalArgumentException(
          "least, mean and most of a load must be finite and in this order, but are "
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
   * @param beginNanos start of the interval, in nanoseconds since 1970-01-01T00:00:00Z
   * @param endNanos its end, not before its start
   * @param value the value over the interval
   * @return the load
   * @throws IllegalArgumentException as for the record
   */
  public static HostLoad of(
      String host, String quantity, String unit, long beginNanos, long endNanos, double value) {
    return new HostLoad(host, quantity, unit, beginNanos, endNanos, value, value, value);
  }
}
