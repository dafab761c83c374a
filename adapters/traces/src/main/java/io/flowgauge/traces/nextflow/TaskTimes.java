package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.trace.Times;
import java.util.OptionalLong;

/**
 * Times of one attempt, in nanoseconds since 1970-01-01T00:00:00Z, each {@link Columns#ABSENT} if
 * unknown, because traces have millions of them. Immutable.
 */
record TaskTimes(
    long queuedNanos, long submitNanos, long startNanos, long completeNanos, long realtimeNanos) {
  /**
   * Upper bound of the error by which times of a trace are late: Nextflow rounds durations to whole
   * seconds, and some executors round their start and completion times.
   */
  static final long ROUNDING_NANOS = Times.NANOS_PER_SECOND;

  /** All times unknown. */
  static final TaskTimes NONE =
      new TaskTimes(Columns.ABSENT, Columns.ABSENT, Columns.ABSENT, Columns.ABSENT, Columns.ABSENT);

  /** Returns a copy with the time at which the attempt entered Nextflow's own queue. */
  TaskTimes withQueued(OptionalLong time) {
    return new TaskTimes(
        time.orElse(Columns.ABSENT), submitNanos, startNanos, completeNanos, realtimeNanos);
  }

  /** Returns when it was submitted to the executor. */
  OptionalLong submit() {
    return known(submitNanos);
  }

  /** Returns when it started to run. */
  OptionalLong start() {
    return known(startNanos);
  }

  /** Returns when Nextflow learned of its end. */
  OptionalLong complete() {
    return known(completeNanos);
  }

  private static OptionalLong known(long nanos) {
    return Columns.known(nanos) ? OptionalLong.of(nanos) : OptionalLong.empty();
  }
}
