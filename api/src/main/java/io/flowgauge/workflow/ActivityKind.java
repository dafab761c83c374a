package io.flowgauge.workflow;

/** What an activity does ([Nerieri] §II-A). Immutable and thread-safe. */
public enum ActivityKind {
  /** A computational activity (CA): its fastest known time is its ideal time, and useful work. */
  COMPUTE,
  /** A data transfer activity (DA): all its time is overhead; its ideal time is zero. */
  TRANSFER
}
