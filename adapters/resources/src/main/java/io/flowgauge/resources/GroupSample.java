package io.flowgauge.resources;

import io.flowgauge.analysis.Measured;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A control group (version 2) of watched processes in one interval: the group that they are in, or
 * one above it that sets their quota. Immutable and thread-safe.
 */
public final class GroupSample {
  private final String group;
  private final Set<String> activities;
  private final Map<GroupQuantity, Measured> values;
  private final Map<GroupQuantity, Double> spans;

  GroupSample(String group, Set<String> activities, Readings<GroupQuantity> readings) {
    this.group = group;
    this.activities = Set.copyOf(activities);
    this.values = new EnumMap<>(readings.values());
    this.spans = new EnumMap<>(readings.spans());
  }

  /**
   * Where it is in the hierarchy of groups.
   *
   * @return a path that begins with a slash, as in {@code /proc/PID/cgroup}
   */
  public String group() {
    return group;
  }

  /**
   * The activities that have watched processes in it.
   *
   * @return ids; processes that are not watched may be in it, too
   */
  public Set<String> activities() {
    return activities;
  }

  /**
   * A quantity, over the interval or at its end.
   *
   * @param quantity which
   * @return in the quantity's unit; absent, with the reason, if the kernel does not report it
   */
  public Measured value(GroupQuantity quantity) {
    return values.getOrDefault(
        quantity, Measured.absent("its controller is off for the group, or the kernel lacks it"));
  }

  /**
   * The length of the time, up to this sample, over which a quantity was measured: see {@link
   * HostSample#measuredSeconds}.
   *
   * @param quantity which
   * @return seconds, 0 if it is read for the first time; empty if this sample did not read it
   */
  public OptionalDouble measuredSeconds(GroupQuantity quantity) {
    Double seconds = spans.get(quantity);
    return seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }

  @Override
  public String toString() {
    return "GroupSample[" + group + ", " + values + "]";
  }
}
