package io.flowgauge.model.core;

import java.util.BitSet;

/**
 * What the assembly of a run leaves for that of the next run of its recorder, which takes over the
 * columns of all activities with nothing recorded since. Immutable.
 *
 * @param limit up to when events counted, in nanoseconds
 * @param processors by activity: see {@link ProcessorTable#ofActivities()}
 * @param odd activities with events that contradict the lifecycle
 */
@SuppressWarnings("ArrayRecordComponent") // Passed from assembly to assembly, never compared.
record LastRun(
    Recorded recorded,
    long limit,
    EventTotals totals,
    AttemptColumns attempts,
    long[] begins,
    int[] processors,
    BitSet odd,
    RunChanges changes) {

  /** Whether a later run can take anything over. */
  boolean continuesWith(Recorded now, long limitNow) {
    long earliest = Columns.min(now.span().start(), totals.earliest());
    return now.version() == recorded.version()
        && now.resources().processors().equals(recorded.resources().processors())
        && limitNow >= limit
        // Where times look odd, the events of all activities are looked at.
        && !TimeUnitCheck.isOdd(now.span().base(), earliest);
  }

  /**
   * Activities with something that may have been recorded since, and those that may have been
   * suspended, which depends on t_now.
   */
  BitSet changedIn(Recorded now) {
    BitSet changed = (BitSet) totals.withheld().clone();
    changed.or(attempts.withFurtherEvents());
    now.events().forEachSince(recorded.events(), changed::set);
    now.resources().assignments().forEachSince(recorded.resources().assignments(), changed::set);
    addTimes(now.times(), changed);
    return changed;
  }

  private void addTimes(Recorded.StatedTimes now, BitSet changed) {
    Recorded.StatedTimes before = recorded.times();
    now.ofAttempts().forEachSince(before.ofAttempts(), changed::set);
    for (int a = 0; a < now.wallclocks().length; a++) {
      if (now.wallclocks()[a] != before.wallclocks()[a] || now.ideal(a) != before.ideal(a)) {
        changed.set(a);
      }
    }
    // None is ever taken back.
    now.phases().forEach((a, phases) -> mark(a, phases.size() != before.phaseCount(a), changed));
    now.phaseTimes()
        .forEach((a, times) -> mark(a, !times.equals(before.phaseTimes().get(a)), changed));
  }

  private static void mark(int activity, boolean isChanged, BitSet changed) {
    if (isChanged) {
      changed.set(activity);
    }
  }
}
