package io.flowgauge.run;

/** What the times of a run are counted from. Immutable and thread-safe. */
public enum TimeBase {
  /** Instants in UTC. */
  UTC,
  /** Wall-clock times whose source did not say the zone; shown as if they were UTC. */
  UNKNOWN_ZONE,
  /** Seconds from an origin the source did not tell; shown as seconds. */
  RELATIVE
}
