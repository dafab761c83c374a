package io.flowgauge.instrumentation;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The measurements of one thread's calls. Immutable and thread-safe.
 *
 * @param thread its id in the system, or that of the Java thread
 * @param name its name; empty if unknown
 * @param first when it first entered a region with a sensor; empty if unknown
 * @param last when a call of such a region last ended in it, or the moment of the profile while one
 *     is open; empty if unknown
 * @param regions what was measured of each region it entered
 */
public record ThreadProfile(
    long thread,
    String name,
    Optional<Instant> first,
    Optional<Instant> last,
    List<RegionProfile> regions) {
  /**
   * Checks and copies the parts.
   *
   * @param thread its id
   * @param name its name
   * @param first when it first entered a region
   * @param last when it last left one
   * @param regions its regions
   */
  public ThreadProfile {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(last, "last");
    regions = List.copyOf(regions);
  }

  @Override
  public String toString() {
    return "ThreadProfile["
        + (name.isEmpty() ? "" : name + ", ")
        + "thread "
        + thread
        + ", "
        + regions.size()
        + " regions]";
  }
}
