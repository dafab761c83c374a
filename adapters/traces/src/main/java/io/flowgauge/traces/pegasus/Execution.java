package io.flowgauge.traces.pegasus;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A stay of a submitted job in the queue and on a host, which is one attempt. After an eviction the
 * job must start again, in another one.
 *
 * @param queued when the job returned to the queue; empty for the first of a submission
 * @param starts each time it started to run
 * @param lost when it was evicted and lost its work; empty for the last
 */
record Execution(OptionalLong queued, List<Long> starts, OptionalLong lost) {

  /**
   * Splits a submission into attempts.
   *
   * @param starts each time it started to run, in order
   * @param losses each time it left its host without having ended, in order; one while it was not
   *     running has no effect
   */
  static List<Execution> of(List<Long> starts, List<Long> losses) {
    List<Execution> executions = new ArrayList<>(1);
    OptionalLong queued = OptionalLong.empty();
    int next = 0;
    for (long loss : losses) {
      int end = next;
      // Times are in whole seconds: a second start in the second of the loss belongs to the next
      // attempt.
      while (end < starts.size()
          && (starts.get(end) < loss || end == next)
          && starts.get(end) <= loss) {
        end++;
      }
      if (end > next) {
        executions.add(new Execution(queued, starts.subList(next, end), OptionalLong.of(loss)));
        queued = OptionalLong.of(loss);
        next = end;
      }
    }
    executions.add(
        new Execution(queued, starts.subList(next, starts.size()), OptionalLong.empty()));
    return executions;
  }

  /** Whether a time within the submission belongs to this attempt. */
  boolean holds(long nanos) {
    return nanos >= queued.orElse(Long.MIN_VALUE) && nanos < lost.orElse(Long.MAX_VALUE);
  }

  /** Returns when it first started to run. */
  OptionalLong active() {
    return starts.isEmpty() ? OptionalLong.empty() : OptionalLong.of(starts.get(0));
  }
}
