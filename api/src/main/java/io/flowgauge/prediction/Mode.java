package io.flowgauge.prediction;

/**
 * How an enactor works off several data segments [Glatard]. With one data segment there is no
 * difference.
 */
public enum Mode {
  /**
   * Data parallelism: a service works on all data segments at once, and the next service starts
   * when all of them are done. Every service waits for its slowest data segment.
   */
  DP,

  /**
   * Data and service parallelism: every data segment runs through the services at its own speed. No
   * service waits for other data segments.
   */
  DSP
}
