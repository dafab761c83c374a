package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.Times;
import java.util.OptionalLong;

/**
 * Times of one attempt, in nanoseconds since 1970-01-01T00:00:00Z, where known.
 *
 * @param queued when it entered Nextflow's own queue
 * @param submit when it was handed to the executor
 * @param start when it began to run
 * @param complete when Nextflow knew it had ended
 * @param realtime how long it ran on its node, in nanoseconds
 */
record TaskTimes(
    OptionalLong queued,
    OptionalLong submit,
    OptionalLong start,
    OptionalLong complete,
    OptionalLong realtime) {
  /**
   * Times of a trace may be this much later than they were: Nextflow rounds durations to whole
   * seconds, and some executors their start and completion times.
   */
  static final long ROUNDING_NANOS = Times.NANOS_PER_SECOND;

  /** Nothing is known. */
  static final TaskTimes NONE =
      new TaskTimes(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** These times, and when it entered Nextflow's own queue. */
  TaskTimes withQueued(OptionalLong time) {
    return new TaskTimes(time, submit, start, complete, realtime);
  }
}
