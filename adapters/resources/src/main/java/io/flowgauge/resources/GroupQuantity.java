package io.flowgauge.resources;

/**
 * A quantity sampled of a control group (version 2), over its processes and those of the groups
 * below it. Immutable and thread-safe.
 */
public enum GroupQuantity {
  /** Processor seconds used per second. */
  CPU_USED("cpu-used", "processors", "processors in use"),
  /** Seconds per second in which its quota held threads back, over all processors. */
  THROTTLED("throttled", "processors", "processors that the quota kept from running its threads"),
  /** Memory in use, including cached files, in bytes. */
  MEMORY("memory", "bytes", "memory in use, with cached files"),
  /** The most memory it ever used, in bytes. */
  MEMORY_PEAK("memory-peak", "bytes", "the most memory that was in use"),
  /** How often it was slowed down because it exceeded {@code memory.high}. */
  MEMORY_HIGH("memory-high", "events", "times it was slowed down to free memory"),
  /** How often it was about to exceed {@code memory.max}. */
  MEMORY_MAX("memory-max", "events", "times it was about to exceed its memory limit"),
  /** How many of its processes were killed because memory ran out. */
  OOM_KILLS("oom-kills", "events", "processes killed because memory ran out"),
  /** Read from devices, in bytes per second. */
  READ("read", "bytes_per_second", "read from devices"),
  /** Written to devices, in bytes per second. */
  WRITTEN("written", "bytes_per_second", "written to devices");

  private final String label;
  private final String unit;
  private final String meaning;

  GroupQuantity(String label, String unit, String meaning) {
    this.label = label;
    this.unit = unit;
    this.meaning = meaning;
  }

  /**
   * Its name in logs, metrics and JSON.
   *
   * @return a lower-case name with hyphens
   */
  public String label() {
    return label;
  }

  /**
   * Its unit.
   *
   * @return {@code processors}, {@code bytes}, {@code bytes_per_second}, or {@code events} for what
   *     has been counted since the group was created
   */
  public String unit() {
    return unit;
  }

  /**
   * What it measures.
   *
   * @return a phrase
   */
  public String meaning() {
    return meaning;
  }
}
