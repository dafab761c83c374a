package io.flowgauge.instrumentation;

/** How a sensor is put in. */
public enum Backend {
  /**
   * The provider chooses, but never kernel probes: they cost a thousand times as much as other
   * sensors, so a few of them would slow the program down unnoticed. If no code fits inside the
   * process, the region is refused.
   */
  AUTOMATIC,
  /** Code inside the process. */
  AGENT,
  /** Kernel probes: a microsecond or more per call; need privileges. */
  KERNEL
}
