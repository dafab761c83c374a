package io.flowgauge.resources;

import java.util.Arrays;
import java.util.Optional;

/** A quantity sampled of a host as a whole. Immutable and thread-safe. */
public enum HostQuantity {
  /** Share of the processors' time that was not idle: a fraction. */
  CPU_BUSY("cpu-busy", "ratio", "share of processor time that was not idle"),
  /** Threads that run or wait for a processor, at the moment of the sample. */
  RUNNABLE("runnable", "threads", "threads that run or are ready to run"),
  /** Share of time in which a thread waited for a processor (PSI): a fraction. */
  CPU_PRESSURE("cpu-pressure", "ratio", "share of time in which something waited for a processor"),
  /** Share of time in which a thread waited for memory (PSI): a fraction. */
  MEMORY_PRESSURE("memory-pressure", "ratio", "share of time in which something waited for memory"),
  /** Share of time in which a thread waited for input or output (PSI): a fraction. */
  IO_PRESSURE(
      "io-pressure", "ratio", "share of time in which something waited for input or output"),
  /** Memory that programs can get without swapping, in bytes. */
  MEMORY_AVAILABLE("memory-available", "bytes", "memory available without swapping"),
  /** Swap in use, in bytes. */
  SWAP_USED("swap-used", "bytes", "swap in use"),
  /** Read from disks, in bytes per second. */
  DISK_READ("disk-read", "bytes_per_second", "read from disks"),
  /** Written to disks, in bytes per second. */
  DISK_WRITTEN("disk-written", "bytes_per_second", "written to disks"),
  /** Received from networks, in bytes per second. */
  NETWORK_RECEIVED("network-received", "bytes_per_second", "received from networks"),
  /** Sent to networks, in bytes per second. */
  NETWORK_SENT("network-sent", "bytes_per_second", "sent to networks");

  private final String label;
  private final String unit;
  private final String meaning;

  HostQuantity(String label, String unit, String meaning) {
    this.label = label;
    this.unit = unit;
    this.meaning = meaning;
  }

  /**
   * Its name in documents and commands.
   *
   * @return a lower-case word, such as {@code cpu-busy}
   */
  public String label() {
    return label;
  }

  /**
   * Its unit.
   *
   * @return {@code ratio}, {@code threads}, {@code bytes} or {@code bytes_per_second}
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

  /**
   * The quantity with a given label.
   *
   * @param label a name as {@link #label()} returns
   * @return the quantity, or empty if none has that label
   */
  public static Optional<HostQuantity> of(String label) {
    return Arrays.stream(values()).filter(quantity -> quantity.label.equals(label)).findFirst();
  }
}
