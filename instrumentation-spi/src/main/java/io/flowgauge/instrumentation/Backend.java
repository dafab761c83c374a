package io.flowgauge.instrumentation;

/** How a sensor is put in. */
public enum Backend {
  /**
   * The provider chooses, but never kernel probes: a few of them, which cost a thousand times as
   * much as the rest, would slow the program down unnoticed. Where no code fits inside the process,
   * the region is refused.
   */
  AUTOMATIC,
  /** Code inside the process. */
  AGENT,
  /** Kernel probes: a microsecond or more per call; need privileges. */
  KERNEL
}
