package io.flowgauge.prediction;

/**
 * How an enactor processes several data segments [Glatard]. With one data segment the modes are the
 * same. Immutable and thread-safe.
 */
public enum Mode {
  /**
   * Data parallelism: a service works on all data segments at once, and the next service starts
   * when all of them are done. So every service waits for the slowest data segment of the one
   * before.
   */
  DP,

  /**
   * Data and service parallelism: every data segment runs through the services at its own speed. No
   * service waits for other data segments.
   */
  DSP
}
