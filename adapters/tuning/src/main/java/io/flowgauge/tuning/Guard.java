package io.flowgauge.tuning;

import io.flowgauge.instrumentation.RegionPattern;
import java.time.Duration;
import java.util.Objects;

/**
 * A rate that a change must not reduce: calls of regions per second, over all processes together.
 * If it falls, the change is undone.
 *
 * @param regions the regions, among those that the tunlet watches
 * @param share smallest acceptable fraction of the rate before the change, above 0 and at most 1
 * @param within how long the rate is watched after the change
 */
public record Guard(RegionPattern regions, double share, Duration within) {
  private static final Duration LEAST = Duration.ofSeconds(1);

  /**
   * Checks the parts.
   *
   * @param regions the regions
   * @param share least share of the rate before
   * @param within how long it is watched
   * @throws IllegalArgumentException if the share is not above 0 and at most 1, or the time is
   *     below a second
   */
  public Guard {
    Objects.requireNonNull(regions, "regions");
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "the share of a guard must be above 0 up to 1, but is " + share);
    }
    if (within.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "a guard must watch for a second or more, but watches for " + within);
    }
  }

  /**
   * Guards the rate of calls for four seconds, in which it must not fall below 95 %.
   *
   * @param regions a pattern such as {@code libmpi.so*:MPI_*}
   * @return the guard
   * @throws IllegalArgumentException if the pattern is malformed
   */
  public static Guard calls(String regions) {
    return new Guard(RegionPattern.parse(regions), 0.95, Duration.ofSeconds(4));
  }
}
