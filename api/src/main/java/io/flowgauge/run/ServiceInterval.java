package io.flowgauge.run;

import java.util.Objects;

/**
 * An interval during which a middleware service of the engine worked for the run. Immutable and
 * thread-safe.
 *
 * @param service name of the service; {@code resource-brokerage}, {@code scheduling} and {@code
 *     performance-prediction} are classes of their own, others count as {@code other-services}
 * @param beginNanos when it begins, in nanoseconds since 1970-01-01T00:00:00Z
 * @param endNanos when it ends, in nanoseconds since 1970-01-01T00:00:00Z; not before it begins
 */
public record ServiceInterval(String service, long beginNanos, long endNanos) {
  /**
   * Checks the parts.
   *
   * @param service name of the service
   * @param beginNanos when it begins
   * @param endNanos when it ends
   * @throws IllegalArgumentException if it ends before it begins
   */
  public ServiceInterval {
    Objects.requireNonNull(service, "service");
    if (endNanos < beginNanos) {
      throw new IllegalArgumentException(
          "service " + service + " ends " + (beginNanos - endNanos) + " ns before it begins");
    }
  }
}
