package io.flowgauge.instrumentation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Asks for sensors. Immutable and thread-safe.
 *
 * @param include regions to put sensors on; at least one pattern
 * @param exclude regions to leave out, even if included
 * @param metrics what to measure; calls are always among them
 * @param backend how to put the sensors in
 * @param costLimit the fraction of one processor a sensor may take before it is taken out again,
 *     above 0; empty for no limit
 */
public record SensorRequest(
    List<RegionPattern> include,
    List<RegionPattern> exclude,
    Set<Metric> metrics,
    Backend backend,
    OptionalDouble costLimit) {
  private static final int SHOWN = 10;

  /**
   * Checks and copies the parts.
   *
   * @param include regions
   * @param exclude regions left out
   * @param metrics what to measure
   * @param backend how to put the sensors in
   * @param costLimit fraction of one processor
   * @throws IllegalArgumentException if nothing is included, or the limit is not above 0
   */
  public SensorRequest {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    Set<Metric> counted = EnumSet.of(Metric.CALLS);
    counted.addAll(metrics);
    metrics = Set.copyOf(counted);
    Objects.requireNonNull(backend, "backend");
    if (include.isEmpty()) {
      throw new IllegalArgumentException("a request must name one or more regions");
    }
    if (costLimit.isPresent() && !(costLimit.getAsDouble() > 0)) {
      throw new IllegalArgumentException(
          "costLimit must be above 0, but is " + costLimit.getAsDouble());
    }
  }

  /**
   * A request for calls and wall time of regions.
   *
   * @param regions patterns such as {@code libm.so.6:sin*}; one or more
   * @return the request
   * @throws IllegalArgumentException if there is no pattern, or one is malformed
   */
  public static SensorRequest of(String... regions) {
    return builder(regions).build();
  }

  /**
   * A builder, initially of a request for calls and wall time that leaves the backend to the
   * provider and has no cost limit.
   *
   * @param regions patterns such as {@code libm.so.6:sin*}
   * @return the builder
   * @throws IllegalArgumentException if a pattern is malformed
   */
  public static Builder builder(String... regions) {
    return new Builder().include(regions);
  }

  /**
   * Whether the request names a region.
   *
   * @param region the region
   * @return true if it is included and not excluded
   */
  public boolean names(CodeRegion region) {
    return include.stream().anyMatch(pattern -> pattern.matches(region))
        && exclude.stream().noneMatch(pattern -> pattern.matches(region));
  }

  @Override
  public String toString() {
    List<String> named = include.stream().limit(SHOWN).map(RegionPattern::toString).toList();
    return "SensorRequest["
        + String.join(" ", named)
        + (include.size() > SHOWN ? " and " + (include.size() - SHOWN) + " more" : "")
        + (exclude.isEmpty() ? "" : ", without " + exclude.size() + " patterns")
        + ", "
        + String.join("+", metrics.stream().sorted().map(Metric::label).toList())
        + (costLimit.isEmpty() ? "" : ", costLimit=" + costLimit.getAsDouble())
        + "]";
  }

  /** Gathers a request. Not thread-safe. */
  public static final class Builder {
    private final List<RegionPattern> include = new ArrayList<>();
    private final List<RegionPattern> exclude = new ArrayList<>();
    private final Set<Metric> metrics = EnumSet.of(Metric.CALLS, Metric.WALL_TIME);
    private Backend backend = Backend.AUTOMATIC;
    private OptionalDouble costLimit = OptionalDouble.empty();

    private Builder() {}

    /**
     * Adds regions.
     *
     * @param regions patterns as in {@link RegionPattern#parse}
     * @return this
     * @throws IllegalArgumentException if a pattern is malformed
     */
    public Builder include(String... regions) {
      Arrays.stream(regions).map(RegionPattern::parse).forEach(include::add);
      return this;
    }

    /**
     * Leaves regions out, even if they are included.
     *
     * @param regions patterns as in {@link RegionPattern#parse}
     * @return this
     * @throws IllegalArgumentException if a pattern is malformed
     */
    public Builder exclude(String... regions) {
      Arrays.stream(regions).map(RegionPattern::parse).forEach(exclude::add);
      return this;
    }

    /**
     * Says what to measure, instead of calls and wall time.
     *
     * @param metrics the metrics; calls are always counted
     * @return this
     */
    public Builder metrics(Metric... metrics) {
      this.metrics.clear();
      this.metrics.add(Metric.CALLS);
      this.metrics.addAll(List.of(metrics));
      return this;
    }

    /**
     * Says how to put the sensors in.
     *
     * @param backend the backend; the provider chooses by default
     * @return this
     */
    public Builder backend(Backend backend) {
      this.backend = Objects.requireNonNull(backend, "backend");
      return this;
    }

    /**
     * Takes a sensor out again if it costs too much.
     *
     * @param fraction the fraction of one processor that a sensor may take, above 0
     * @return this
     */
    public Builder costLimit(double fraction) {
      this.costLimit = OptionalDouble.of(fraction);
      return this;
    }

    /**
     * The request.
     *
     * @return an immutable request
     * @throws IllegalArgumentException if nothing is included, or the limit is not above 0
     */
    public SensorRequest build() {
      return new SensorRequest(include, exclude, metrics, backend, costLimit);
    }
  }
}
