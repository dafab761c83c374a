package io.flowgauge.resources;

/**
 * What is sampled of a control group (version 2): its processes and those of the groups below it
 * together. Immutable and thread-safe.
 */
public enum GroupQuantity {
  /** Processor seconds taken a second. */
  CPU_USED("cpu-used", "processors", "processors in use"),
  /** Seconds a second in which its quota held threads back, of all processors together. */
  THROTTLED("throttled", "processors", "processors that the quota kept from running its threads"),
  /** Memory in use, with the cache of files, in bytes. */
  MEMORY("memory", "bytes", "memory in use, with cached files"),
  /** The most memory it ever used, in bytes. */
  MEMORY_PEAK("memory-peak", "bytes", "the most memory that was in use"),
  /** How often it was slowed down because it went over {@code memory.high}. */
  MEMORY_HIGH("memory-high", "events", "times it was slowed down to free memory"),
  /** How often it was about to go over {@code memory.max}. */
  MEMORY_MAX("memory-max", "events", "times it was about to go over its limit of memory"),
  /** How many of its processes were killed because memory was out. */
  OOM_KILLS("oom-kills", "events", "processes killed because memory was out"),
  /** Read from devices, in bytes a second. */
  READ("read", "bytes_per_second", "read from devices"),
  /** Written to devices, in bytes a second. */
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
   * @return {@code processors}, {@code bytes}, {@code bytes_per_second}, or {@code events} of what
   *     is counted since the group was made
   */
  public String unit() {
    return unit;
  }

  /**
   * What it is.
   *
   * @return a phrase
   */
  public String meaning() {
    return meaning;
  }
}
