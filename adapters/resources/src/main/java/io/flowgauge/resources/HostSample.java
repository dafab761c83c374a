package io.flowgauge.resources;

import io.flowgauge.analysis.Measured;
import java.util.EnumMap;
import java.util.Map;

/**
 * A host as a whole in one interval: its load, memory, disks and networks. In a container, those of
 * the host it runs on, but for the networks. Immutable and thread-safe.
 */
public final class HostSample {
  private final int processors;
  private final Map<HostQuantity, Measured> values;

  HostSample(int processors, Map<HostQuantity, Measured> values) {
    this.processors = processors;
    this.values = new EnumMap<>(values);
  }

  /**
   * Number of processors on line.
   *
   * @return 1 or more; 0 if it is not known
   */
  public int processors() {
    return processors;
  }

  /**
   * A quantity, over the interval or at its end.
   *
   * @param quantity which
   * @return in the quantity's unit; absent, with the reason, if the kernel does not tell
   */
  public Measured value(HostQuantity quantity) {
    return values.getOrDefault(quantity, Measured.absent("the kernel does not tell"));
  }

  @Override
  public String toString() {
    return "HostSample[" + processors + " processors, " + values + "]";
  }
}
