package io.flowgauge.instrumentation;

/** By which means a sensor is put in. */
public enum Backend {
  /**
   * The provider chooses. The native one takes a kernel probe where code inside the process cannot
   * be, but only for a region that is named without wildcards: among all functions of a library,
   * the few probes that cost a thousand times as much as the others would slow the program down
   * unnoticed.
   */
  AUTOMATIC,
  /** Code inside the process. */
  AGENT,
  /** Kernel probes, a microsecond or more a call; need privileges. */
  KERNEL
}
