package io.flowgauge.run;

import java.util.Objects;

/**
 * A resource that runs activities: a processor, a node or a whole queue, with one or more slots.
 * Immutable and thread-safe.
 *
 * @param name unique in its run
 * @param speed speed relative to the other processors of the run; above 0, 1 by default
 * @param slots number of activities it runs at once; 1 or more
 * @param site name of its site; empty if unknown
 */
public record Processor(String name, double speed, int slots, String site) {
  /**
   * Checks the parts.
   *
   * @param name unique in its run
   * @param speed relative speed
   * @param slots number of activities it runs at once
   * @param site name of its site
   * @throws IllegalArgumentException if the speed is not positive and finite, or {@code slots} is
   *     below 1
   */
  public Processor {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(site, "site");
    if (!(speed > 0) || Double.isInfinite(speed)) {
      throw new IllegalArgumentException(
          "speed of processor " + name + " must be positive and finite, but is " + speed);
    }
    if (slots < 1) {
      throw new IllegalArgumentException(
          "processor " + name + " must have at least one slot, but has " + slots);
    }
  }

  /**
   * A processor of speed 1 with one slot.
   *
   * @param name unique in its run
   * @return the processor
   */
  public static Processor of(String name) {
    return new Processor(name, 1.0, 1, "");
  }

  /**
   * A copy with another number of slots.
   *
   * @param slots number of activities it runs at once
   * @return the copy
   * @throws IllegalArgumentException if {@code slots} is below 1
   */
  public Processor withSlots(int slots) {
    return new Processor(name, speed, slots, site);
  }
}
