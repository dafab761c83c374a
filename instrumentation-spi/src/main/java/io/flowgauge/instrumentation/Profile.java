package io.flowgauge.instrumentation;

import io.flowgauge.trace.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The measurements of a process's sensors at one moment. Immutable and thread-safe.
 *
 * @param process the process
 * @param since when the first sensor was put in
 * @param at the moment it was read
 * @param regions every region that has or had a sensor, in the order they got one
 * @param threads the measurements by thread, in order of the threads' first calls
 * @param callGraph the dynamic region call graph
 * @param losses calls that were not measured
 */
public record Profile(
    TargetProcess process,
    Instant since,
    Instant at,
    List<RegionProfile> regions,
    List<ThreadProfile> threads,
    List<CallEdge> callGraph,
    ProfileLosses losses) {
  /**
   * Checks and copies the parts.
   *
   * @param process the process
   * @param since first sensor
   * @param at moment
   * @param regions regions
   * @param threads threads
   * @param callGraph call graph
   * @param losses losses
   */
  public Profile {
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(losses, "losses");
    regions = List.copyOf(regions);
    threads = List.copyOf(threads);
    callGraph = List.copyOf(callGraph);
  }

  /**
   * The profile of one region.
   *
   * @param name its qualified name, name or linkage name
   * @return the first region of that name
   */
  public Optional<RegionProfile> region(String name) {
    return regions.stream()
        .filter(
            profile ->
                profile.region().qualifiedName().equals(name)
                    || profile.region().name().equals(name)
                    || profile.region().linkageName().equals(name))
        .findFirst();
  }

  /**
   * The profiles of the regions that match a pattern.
   *
   * @param pattern a pattern as in {@link RegionPattern#parse}, such as {@code MPI_*}
   * @return those of the regions it matches, in the order they got a sensor
   * @throws IllegalArgumentException if the pattern is malformed
   */
  public List<RegionProfile> regions(String pattern) {
    RegionPattern wanted = RegionPattern.parse(pattern);
    return regions.stream().filter(profile -> wanted.matches(profile.region())).toList();
  }

  /**
   * The regions sorted by own time.
   *
   * @return the longest own time first; of equal ones, the most calls first
   */
  public List<RegionProfile> byOwnTime() {
    return regions.stream()
        .sorted(
            Comparator.comparingDouble(RegionProfile::ownNanos)
                .thenComparingLong(RegionProfile::calls)
                .reversed())
        .toList();
  }

  /**
   * How long there have been sensors.
   *
   * @return the time from {@link #since} to {@link #at}, 0 or more
   */
  public Duration length() {
    Duration length = Duration.between(since, at);
    return length.isNegative() ? Duration.ZERO : length;
  }

  /**
   * Calls of all regions.
   *
   * @return calls that ended
   */
  public long calls() {
    return regions.stream().mapToLong(RegionProfile::calls).sum();
  }

  /**
   * The cost of all sensors.
   *
   * @return an estimate in nanoseconds of processor time
   */
  public double costNanos() {
    return regions.stream().mapToDouble(RegionProfile::costNanos).sum();
  }

  @Override
  public String toString() {
    return "Profile["
        + process.name()
        + ", "
        + regions.size()
        + " regions, "
        + calls()
        + " calls, "
        + threads.size()
        + " threads, "
        + NanosText.of((double) Times.saturatedNanos(length()))
        + ", cost "
        + NanosText.of(costNanos())
        + (losses.total() == 0 ? "]" : ", " + losses.total() + " calls lost]");
  }
}
