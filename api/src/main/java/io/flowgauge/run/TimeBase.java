package io.flowgauge.run;

/** What the times of a run are counted from. Immutable and thread-safe. */
public enum TimeBase {
  /** Instants in UTC. */
  UTC,
  /** Wall-clock times of unknown time zone; shown as if they were UTC. */
  UNKNOWN_ZONE,
  /** Seconds from an unknown origin; shown as seconds. */
  RELATIVE
}
