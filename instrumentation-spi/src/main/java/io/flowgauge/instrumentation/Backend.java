package io.flowgauge.instrumentation;

/** How a sensor is put in. */
public enum Backend {
  /**
   * The provider chooses. The native one falls back on a kernel probe where no code fits inside the
   * process, but only for a region named without wildcards: in a request for all functions of a
   * library, a few probes that cost a thousand times as much as the rest would slow the program
   * down unnoticed.
   */
  AUTOMATIC,
  /** Code inside the process. */
  AGENT,
  /** Kernel probes: a microsecond or more per call; need privileges. */
  KERNEL
}
