package io.flowgauge.model.core;

import java.util.Arrays;
import java.util.BitSet;

/**
 * State that the assembly of a run leaves for the next run of its recorder, which reuses the
 * columns of every activity about which nothing was recorded since. Immutable.
 *
 * @param limit time up to which events counted, in nanoseconds
 * @param until time until which open attempts were measured, in nanoseconds
 * @param open activities with attempts that no event has ended
 * @param range when activities began and ended
 * @param lastAssigned see {@link ProcessorTable#lastAssigned()}
 * @param odd activities with events that contradict the lifecycle
 */
record LastRun(
    Recorded recorded,
    long limit,
    long until,
    EventTotals totals,
    RunEvents events,
    AttemptColumns attempts,
    BitSet open,
    PagedColumn begins,
    TimeRange range,
    PagedColumn lastAssigned,
    Holds holds,
    BitSet odd,
    RunChanges changes) {

  /** Whether a later run can reuse anything of this state. */
  boolean continuesWith(Recorded now, long limitNow) {
    long earliest = Columns.min(now.span().start(), totals.earliest());
    return now.version() == recorded.version()
        && now.resources().processors().equals(recorded.resources().processors())
        && limitNow >= limit
        // If times look odd, the check needs the events of all activities.
        && !TimeUnitCheck.isOdd(now.span().base(), earliest);
  }

  /**
   * Activities about which something may have been recorded since, and those with suspensions,
   * whose lengths may depend on t_now.
   */
  BitSet changedIn(Recorded now) {
    BitSet changed = (BitSet) attempts.withFurtherEvents().clone();
    totals.withheld().forEachAfter(0, (a, type, time, attempt) -> changed.set(a));
    now.events().forEachAfter(recorded.events().size(), (a, type, time, attempt) -> changed.set(a));
    now.resources().assignments().forEachSince(recorded.resources().assignments(), changed::set);
    addTimes(now.times(), changed);
    return changed;
  }

  /**
   * Returns the events of activities that have changed: those of this run, without the duplicates
   * that were dropped, and those recorded since.
   *
   * @param activities the activities, in ascending order
   * @return the events by position in {@code activities}
   */
  EventSequence.Prefix eventsOf(int[] activities, Recorded now) {
    EventSequence all = new EventSequence();
    for (int k = 0; k < activities.length; k++) {
      int position = k;
      events.forEach(
          activities[k], (a, type, time, attempt) -> all.add(position, type, time, attempt));
    }
    EventSequence.Reader others =
        (a, type, time, attempt) ->
            all.add(Arrays.binarySearch(activities, a), type, time, attempt);
    totals.withheld().forEachAfter(0, others);
    now.events().forEachAfter(recorded.events().size(), others);
    return all.prefix();
  }

  private void addTimes(Recorded.StatedTimes now, BitSet changed) {
    Recorded.StatedTimes before = recorded.times();
    now.ofAttempts().forEachSince(before.ofAttempts(), changed::set);
    now.wallclocks().forEachDifference(before.wallclocks(), changed::set);
    now.ideals().forEachDifference(before.ideals(), changed::set);
    // Phases are never removed, so comparing their number is enough.
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
