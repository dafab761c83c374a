package io.flowgauge.run;

/** The zero point of a run's times. Immutable and thread-safe. */
public enum TimeBase {
  /** Instants in UTC. */
  UTC,
  /** Wall-clock times of unknown time zone; shown as if they were UTC. */
  UNKNOWN_ZONE,
  /** Seconds from an unknown origin; shown as seconds. */
  RELATIVE
}
