package io.flowgauge.learning.reading;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.util.List;

/**
 * What runs show besides the times of their activities. Immutable and thread-safe.
 *
 * <pre>{@code
 * RunHistory history = RunHistory.of(first).plus(RunHistory.of(second));
 * history.slots().overall().slots();
 * history.failures().probability("render");
 * }</pre>
 *
 * @param slots the slots on which they ran
 * @param delays delays caused by engine and queue
 * @param failures how many attempts failed on their own
 * @param outages events that made several attempts fail at once
 */
public record RunHistory(
    SlotHistory slots, Delays delays, FailureHistory failures, OutageHistory outages) {

  /** Reads one run, which may still be in progress. */
  public static RunHistory of(WorkflowRun run) {
    SlotUse use = SlotUse.of(run);
    SlotHistory slots = SlotHistory.of(use);
    List<AttemptTime> attempts = AttemptTime.of(run);
    OutageSearch search = new OutageSearch(run, attempts);
    List<AttemptTime> own = attempts.stream().filter(each -> !search.isHit(each)).toList();
    List<String> types = run.workflow().activities().stream().map(Activity::type).toList();
    return new RunHistory(
        slots,
        Delays.of(use, slots, search.activities()),
        FailureHistory.of(own, types),
        new OutageHistory(seconds(run), search.outages()));
  }

  private static double seconds(WorkflowRun run) {
    return run.startNanos().isPresent() && run.endNanos().isPresent()
        ? Times.seconds(run.endNanos().getAsLong() - run.startNanos().getAsLong())
        : 0;
  }

  /** Returns the history of both. */
  public RunHistory plus(RunHistory other) {
    return new RunHistory(
        slots.plus(other.slots),
        delays.plus(other.delays),
        failures.plus(other.failures),
        outages.plus(other.outages));
  }
}
