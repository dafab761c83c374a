package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.trace.Times;
import java.util.OptionalLong;

/**
 * Times of one attempt, in nanoseconds since 1970-01-01T00:00:00Z, each {@link Columns#ABSENT}
 * where it is not known: traces have millions of them. Immutable.
 */
record TaskTimes(
    long queuedNanos, long submitNanos, long startNanos, long completeNanos, long realtimeNanos) {
  /**
   * By how much times of a trace may be too late: Nextflow rounds durations to whole seconds, and
   * some executors their start and completion times.
   */
  static final long ROUNDING_NANOS = Times.NANOS_PER_SECOND;

  /** Nothing is known. */
  static final TaskTimes NONE =
      new TaskTimes(Columns.ABSENT, Columns.ABSENT, Columns.ABSENT, Columns.ABSENT, Columns.ABSENT);

  /** These times, and when it entered Nextflow's own queue. */
  TaskTimes withQueued(OptionalLong time) {
    return new TaskTimes(
        time.orElse(Columns.ABSENT), submitNanos, startNanos, completeNanos, realtimeNanos);
  }

  /** When it was handed to the executor. */
  OptionalLong submit() {
    return known(submitNanos);
  }

  /** When it began to run. */
  OptionalLong start() {
    return known(startNanos);
  }

  /** When Nextflow knew it had ended. */
  OptionalLong complete() {
    return known(completeNanos);
  }

  private static OptionalLong known(long nanos) {
    return Columns.known(nanos) ? OptionalLong.of(nanos) : OptionalLong.empty();
  }
}
