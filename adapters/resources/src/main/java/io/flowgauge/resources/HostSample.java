package io.flowgauge.resources;

import io.flowgauge.analysis.Measured;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A host as a whole in one interval: its load, memory, disks and networks. In a container, all but
 * the networks are those of the host that it runs on. Immutable and thread-safe.
 */
public final class HostSample {
  private final int processors;
  private final Map<HostQuantity, Measured> values;
  private final Map<HostQuantity, Double> spans;

  HostSample(int processors, Readings<HostQuantity> readings) {
    this.processors = processors;
    this.values = new EnumMap<>(readings.values());
    this.spans = new EnumMap<>(readings.spans());
  }

  /**
   * Number of processors that are online.
   *
   * @return 1 or more; 0 if unknown
   */
  public int processors() {
    return processors;
  }

  /**
   * A quantity, over the interval or at its end.
   *
   * @param quantity which
   * @return in the quantity's unit; absent, with the reason, if the kernel does not report it
   */
  public Measured value(HostQuantity quantity) {
    return values.getOrDefault(quantity, Measured.absent("the kernel does not report it"));
  }

  /**
   * The length of the time, up to this sample, over which a quantity was measured. Most quantities
   * are read in turn; those that this sample did not read keep their last value.
   *
   * @param quantity which
   * @return seconds since it was last read, 0 if it is read for the first time; empty if this
   *     sample did not read it
   */
  public OptionalDouble measuredSeconds(HostQuantity quantity) {
    Double seconds = spans.get(quantity);
    return seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
  }

  @Override
  public String toString() {
    return "HostSample[" + processors + " processors, " + values + "]";
  }
}
