package io.flowgauge.instrumentation;

import io.flowgauge.analysis.Measured;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The measurements of one region, over all callers, in one thread or in all. Immutable and
 * thread-safe.
 *
 * @param region the region
 * @param calls calls that ended
 * @param nestedCalls number of these calls made within another call of the region on the same
 *     thread, directly or through other functions
 * @param nestedNanos the time of the nested calls, in nanoseconds; the totals exclude it, because
 *     it is part of the outermost calls' time
 * @param wall durations of all calls; {@link CallDurations#NONE} if wall time was not requested
 * @param ownNanos wall time less that of nested calls with sensors, in nanoseconds
 * @param cpuSeconds processor time of the outermost calls in seconds, with the number of calls it
 *     comes from, or why it was not measured
 * @param counters what was counted during its outermost calls, by metric of {@link
 *     Metric#counters}; only the metrics requested
 * @param openCalls number of threads that are inside the region now
 * @param openNanos how long the longest of them has been there, in nanoseconds
 * @param costNanos estimated cost of the sensor so far, in nanoseconds of processor time
 * @param installed whether the sensor is still in place
 * @param overLimit whether it was taken out because it cost more than its limit
 */
public record RegionProfile(
    CodeRegion region,
    long calls,
    long nestedCalls,
    double nestedNanos,
    CallDurations wall,
    double ownNanos,
    Measured cpuSeconds,
    Map<Metric, Measured> counters,
    int openCalls,
    double openNanos,
    double costNanos,
    boolean installed,
    boolean overLimit) {
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Checks the parts.
   *
   * @param region the region
   * @param calls calls that ended
   * @param nestedCalls calls within another call of the region
   * @param nestedNanos their time
   * @param wall their durations
   * @param ownNanos own time
   * @param cpuSeconds processor time
   * @param counters what was counted during its calls
   * @param openCalls threads that are inside
   * @param openNanos how long
   * @param costNanos cost
   * @param installed whether the sensor is in place
   * @param overLimit whether it was taken out for its cost
   * @throws IllegalArgumentException if a number of calls is negative
   */
  public RegionProfile {
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(wall, "wall");
    Objects.requireNonNull(cpuSeconds, "cpuSeconds");
    counters = Map.copyOf(counters);
    if (calls < 0 || openCalls < 0) {
      throw new IllegalArgumentException(
          "calls of "
              + region.qualifiedName()
              + " must not be negative, but are "
              + calls
              + ", open "
              + openCalls);
    }
  }

  /**
   * A builder, initially of a profile without calls whose sensor is in place.
   *
   * @param region the region
   * @return the builder
   */
  public static Builder builder(CodeRegion region) {
    return new Builder(region);
  }

  /**
   * Wall time of the outermost calls: what threads spent in the region.
   *
   * @return nanoseconds, 0 or more; 0 if it was not requested
   */
  public double totalNanos() {
    return Math.max(wall.totalNanos() - nestedNanos, 0);
  }

  /**
   * Wall time of the outermost calls.
   *
   * @return seconds; 0 if it was not requested
   */
  public double wallSeconds() {
    return totalNanos() / NANOS_PER_SECOND;
  }

  /**
   * Wall time less that of nested calls with sensors.
   *
   * @return seconds; 0 if it was not requested
   */
  public double ownSeconds() {
    return ownNanos / NANOS_PER_SECOND;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("RegionProfile[");
    text.append(region.qualifiedName()).append(", ").append(calls).append(" calls");
    if (wall.count() > 0) {
      text.append(", wall=").append(NanosText.of(totalNanos()));
      text.append(", own=").append(NanosText.of(ownNanos));
      text.append(", mean=").append(NanosText.of(wall.totalNanos() / wall.count()));
    }
    if (cpuSeconds.isMeasured()) {
      text.append(", cpu=").append(NanosText.of(cpuSeconds.value() * 1e9));
      if (cpuSeconds.measured() < cpuSeconds.total()) {
        text.append(" of ").append(cpuSeconds.measured()).append(" calls");
      }
    }
    Metric.counters().stream()
        .filter(counter -> counters.containsKey(counter) && counters.get(counter).isMeasured())
        .forEach(
            counter ->
                text.append(", " + counter.label() + "=" + (long) counters.get(counter).value()));
    if (openCalls > 0) {
      text.append(", ").append(openCalls).append(" open for ").append(NanosText.of(openNanos));
    }
    return text.append(overLimit ? ", removed because of its cost]" : "]").toString();
  }

  /** Gathers what a provider knows of a region. Not thread-safe. */
  public static final class Builder {
    private final CodeRegion region;
    private final Map<Metric, Measured> counters = new EnumMap<>(Metric.class);
    private long calls;
    private long nestedCalls;
    private double nestedNanos;
    private CallDurations wall = CallDurations.NONE;
    private double ownNanos;
    private Measured cpuSeconds = Measured.absent("processor time was not requested");
    private int openCalls;
    private double openNanos;
    private double costNanos;
    private boolean installed = true;
    private boolean overLimit;

    private Builder(CodeRegion region) {
      this.region = Objects.requireNonNull(region, "region");
    }

    /**
     * Calls that ended.
     *
     * @param calls 0 or more; 0 by default
     * @return this
     */
    public Builder calls(long calls) {
      this.calls = calls;
      return this;
    }

    /**
     * Calls within other calls of the region.
     *
     * @param nestedCalls how many of the calls; 0 by default
     * @param nestedNanos their time, in nanoseconds
     * @return this
     */
    public Builder nested(long nestedCalls, double nestedNanos) {
      this.nestedCalls = nestedCalls;
      this.nestedNanos = nestedNanos;
      return this;
    }

    /**
     * Durations of the calls.
     *
     * @param wall their durations; none by default
     * @param ownNanos their time less that of nested calls with sensors, in nanoseconds
     * @return this
     */
    public Builder wall(CallDurations wall, double ownNanos) {
      this.wall = wall;
      this.ownNanos = ownNanos;
      return this;
    }

    /**
     * Processor time of the calls.
     *
     * @param cpuSeconds seconds, or why they were not measured; not requested by default
     * @return this
     */
    public Builder cpu(Measured cpuSeconds) {
      this.cpuSeconds = cpuSeconds;
      return this;
    }

    /**
     * The count of a counter during the calls.
     *
     * @param metric the counter
     * @param value its value, or why it was not measured
     * @return this
     */
    public Builder counter(Metric metric, Measured value) {
      counters.put(metric, value);
      return this;
    }

    /**
     * Calls that are under way.
     *
     * @param openCalls number of threads that are inside; 0 by default
     * @param openNanos how long the longest of them has been there, in nanoseconds
     * @return this
     */
    public Builder open(int openCalls, double openNanos) {
      this.openCalls = openCalls;
      this.openNanos = openNanos;
      return this;
    }

    /**
     * The cost of the sensor.
     *
     * @param costNanos an estimate in nanoseconds of processor time; 0 by default
     * @return this
     */
    public Builder cost(double costNanos) {
      this.costNanos = costNanos;
      return this;
    }

    /**
     * Says whether the sensor is in place.
     *
     * @param isInPlace true by default
     * @return this
     */
    public Builder installed(boolean isInPlace) {
      this.installed = isInPlace;
      return this;
    }

    /**
     * Says whether the sensor was taken out because it cost more than its limit.
     *
     * @param wasTakenOut false by default
     * @return this
     */
    public Builder overLimit(boolean wasTakenOut) {
      this.overLimit = wasTakenOut;
      return this;
    }

    /**
     * The profile.
     *
     * @return an immutable profile
     * @throws IllegalArgumentException if a number of calls is negative
     */
    public RegionProfile build() {
      return new RegionProfile(
          region,
          calls,
          nestedCalls,
          nestedNanos,
          wall,
          ownNanos,
          cpuSeconds,
          counters,
          openCalls,
          openNanos,
          costNanos,
          installed,
          overLimit);
    }
  }
}
