package io.flowgauge.instrumentation;

/** By which means a sensor is put in. */
public enum Backend {
  /** The provider chooses. */
  AUTOMATIC,
  /** Code inside the process. */
  AGENT,
  /** Kernel probes, a microsecond or more a call; need privileges. */
  KERNEL
}
