package io.flowgauge.metrics.activity;

import io.flowgauge.model.core.Holds;
import io.flowgauge.model.core.RunChanges;
import io.flowgauge.run.Processor;
import java.util.BitSet;
import java.util.List;

/**
 * What results about an activity depend on besides the activity itself: the processors of the run,
 * and when they were held. Analyses keep it with results that a later run of the same recorder may
 * reuse. Immutable and thread-safe.
 *
 * @param unknownSlots number of slots in the pool of unknown processors
 */
public record Surroundings(
    RunChanges changes, List<Processor> processors, int unknownSlots, Holds holds) {

  /** Whether a run's surroundings follow those of an earlier run, and differ only in the holds. */
  public boolean follow(Surroundings earlier) {
    return changes.follow(earlier.changes)
        && processors.equals(earlier.processors)
        && unknownSlots == earlier.unknownSlots;
  }

  /** Returns what has changed since an earlier run, whose surroundings these follow. */
  public Change since(Surroundings earlier) {
    return new Change(changes.since(earlier.changes), holds.sameUntil(earlier.holds));
  }

  /**
   * What has changed since an earlier run.
   *
   * @param activities those about which something was recorded since, or that are still open
   * @param heldSameUntil the time before which processors were held as in the earlier run, in
   *     nanoseconds
   */
  public record Change(BitSet activities, long heldSameUntil) {}
}
