package io.flowgauge.metrics.overhead;

import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.Slots;
import io.flowgauge.metrics.activity.Surroundings;
import io.flowgauge.model.graph.RegionTree;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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
  private final Optional<Surroundings> surroundings;
  private final Map<Integer, RegionSums> sums = new HashMap<>();

  /** The sections of an earlier run; null if nothing of them may be reused. */
  private final Kept last;

  /** Regions of the activities that differ from those of the earlier run; null until requested. */
  private BitSet changed;

  /** The time before which processors were held as in the earlier run, in nanoseconds. */
  private long sameUntil;

  /** The sections of one run, with everything that their sums depend on. Immutable. */
  private record Kept(
      Surroundings surroundings,
      long origin,
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
    this.surroundings = times.surroundings();
    Kept kept = times.run().changes().kept(Kept.class);
    this.last = kept != null && isReusable(kept) ? kept : null;
  }

  private boolean isReusable(Kept kept) {
    return surroundings.filter(now -> now.follow(kept.surroundings)).isPresent()
        && origin == kept.origin
        && times.chosenSlots().areOnSlotsOf(kept.slots);
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
    table.copy(last.table, section);
    sums.put(section, known);
    return known;
  }

  private boolean isChanged(int section, RegionSums known) {
    if (changed == null) {
      changed = changed();
      sameUntil = surroundings.orElseThrow().sameUntil(last.surroundings);
    }
    int next = changed.nextSetBit(section);
    return (next >= 0 && next < tree.end(section)) || known.reach > sameUntil;
  }

  private BitSet changed() {
    BitSet activities = times.run().changes().since(last.surroundings.changes());
    activities.or(times.chosenSlots().differences(last.slots));
    BitSet regions = new BitSet(tree.size());
    activities.stream().map(tree::leaf).forEach(regions::set);
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
    if (!sums.isEmpty() && surroundings.isPresent()) {
      Kept kept = new Kept(surroundings.get(), origin, times.chosenSlots(), table, sums);
      times.run().changes().keep(kept);
    }
  }
}
