package io.flowgauge.metrics.overhead;

import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.Slots;
import io.flowgauge.model.core.Holds;
import io.flowgauge.model.core.RunChanges;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.run.Processor;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sums of a run's sections, kept for later runs of the same recorder: while a run goes on,
 * nothing changes in most of its sections, because they are over or have not begun. Only sections
 * that lie in no other section are kept. Not thread-safe.
 */
final class KnownSections {
  /** Computing a section with fewer activities again is cheaper than keeping it. */
  private static final int FEWEST_ACTIVITIES = 8;

  private final RunTimes times;
  private final RegionTree tree;
  private final long origin;
  private final OverheadTable table;
  private final Map<Integer, RegionSums> sums = new HashMap<>();

  /** The sections of an earlier run; null if nothing of them may be reused. */
  private final Kept last;

  /** Regions of the activities that differ from those of the earlier run; null until requested. */
  private BitSet changed;

  /** The time before which processors were held as in the earlier run, in nanoseconds. */
  private long sameUntil;

  /** The sections of one run, with everything that their sums depend on. Immutable. */
  private record Kept(
      RunChanges changes,
      List<Processor> processors,
      int unknownSlots,
      long origin,
      Holds holds,
      Slots slots,
      OverheadTable table,
      Map<Integer, RegionSums> sums) {}

  /**
   * Looks for sections of an earlier run.
   *
   * @param origin see {@link Hierarchy#origin()}
   * @param table takes the overheads of reused sections
   */
  KnownSections(RunTimes times, long origin, OverheadTable table) {
    this.times = times;
    this.tree = times.run().workflow().regionTree();
    this.origin = origin;
    this.table = table;
    Kept kept = times.run().changes().kept(Kept.class);
    this.last = kept != null && isReusable(kept) ? kept : null;
  }

  private boolean isReusable(Kept kept) {
    return times.run().changes().follow(kept.changes)
        && times.run().processors().equals(kept.processors)
        && unknownSlots() == kept.unknownSlots
        && origin == kept.origin
        && areSelfContained()
        && times.chosenSlots().areOnSlotsOf(kept.slots);
  }

  private int unknownSlots() {
    return times.slots(times.processorCount() - 1);
  }

  /**
   * Whether sections do not depend on anything outside of them but the processors. Exposed services
   * depend on the whole run, and ideal times may depend on other runs.
   */
  private boolean areSelfContained() {
    return times.services().classes() == 0 && !times.hasHistory();
  }

  /**
   * Reuses a section of the earlier run with all regions in it.
   *
   * @return its sums, never to be changed; null if the section must be computed
   */
  RegionSums reuse(int section) {
    RegionSums known = last == null ? null : last.sums.get(section);
    if (known == null || isChanged(section, known)) {
      return null;
    }
    table.copy(last.table, section, tree.end(section));
    sums.put(section, known);
    return known;
  }

  private boolean isChanged(int section, RegionSums known) {
    if (changed == null) {
      changed = changed();
      sameUntil = times.holds().sameUntil(last.holds);
    }
    int next = changed.nextSetBit(section);
    return (next >= 0 && next < tree.end(section)) || known.reach > sameUntil;
  }

  private BitSet changed() {
    BitSet regions = new BitSet(tree.size());
    for (int region = 0; region < tree.size(); region++) {
      int activity = tree.activity(region);
      if (activity >= 0
          && (times.run().changes().since(last.changes, activity)
              || times.chosenSlots().of(activity) != last.slots.of(activity))) {
        regions.set(region);
      }
    }
    return regions;
  }

  /** Adds a section that was computed, if it is worth keeping. */
  void add(int section, RegionSums computed) {
    if (!times.run().isFinished() && tree.activityCount(section) >= FEWEST_ACTIVITIES) {
      computed.forgetSlots();
      sums.put(section, computed);
    }
  }

  /** Keeps the sections for later runs. Called once all are computed. */
  void keep() {
    if (!sums.isEmpty() && areSelfContained()) {
      Kept kept =
          new Kept(
              times.run().changes(),
              times.run().processors(),
              unknownSlots(),
              origin,
              times.holds(),
              times.chosenSlots(),
              table,
              sums);
      times.run().changes().keep(kept);
    }
  }
}
