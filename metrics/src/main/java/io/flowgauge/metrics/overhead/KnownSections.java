package io.flowgauge.metrics.overhead;

import io.flowgauge.metrics.activity.MemberTimes;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.Slots;
import io.flowgauge.metrics.activity.Surroundings;
import io.flowgauge.metrics.attribution.KnownPath;
import io.flowgauge.model.core.PagedColumn;
import io.flowgauge.model.graph.RegionTree;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The sums of a run's sections, kept for later runs of the same recorder: while a run goes on,
 * nothing changes in most of its sections, because they are over or have not begun. Only sections
 * that lie in no other section are kept. Of irregular regions, in which something nearly always
 * changes, the sums of blocks of activities and the critical path are kept; of long sequences, the
 * sums of stretches of members. Not thread-safe.
 */
final class KnownSections {
  /** Number of activities in a block. */
  static final int BLOCK = 64;

  /** Sizes of blocks, largest first: a block of blocks leaves less to add up. */
  static final int[] BLOCKS = {16 * BLOCK, BLOCK};

  /** Stands for classes that were measured but are not known. */
  static final int NOT_KNOWN = -1;

  /** Computing a section with fewer activities again is cheaper than keeping it. */
  private static final int FEWEST_ACTIVITIES = 8;

  private final RunTimes times;
  private final RegionTree tree;
  private final long origin;
  private final OverheadTable table;
  private final Optional<Surroundings> surroundings;

  /** The sums of each section that is kept, by its position among the composed regions. */
  private final RegionSums[] sums;

  /** The sums of each block: see {@link #place}. */
  private final RegionSums[] blocks;

  /** The sums of each stretch, by its first region. */
  private final Map<Integer, RegionSums> stretches = new HashMap<>();

  /** Which classes were measured for activities of irregular regions. */
  private final PagedColumn measured;

  private final Map<Integer, MemberTimes> timesOfMembers = new HashMap<>();
  private final Map<Integer, KnownPath.Kept> paths = new HashMap<>();

  /** Whether these sums are kept for later runs. */
  private final boolean areKept;

  /** The sections of an earlier run; null if nothing of them may be reused. */
  private final Kept last;

  /** What has changed since the earlier run; null if there is none. */
  private final Surroundings.Change since;

  /** Regions of the activities that changed, or have another slot. */
  private final BitSet changed;

  /** The first of these that is not before the region asked about last. */
  private int nextChanged = -1;

  /**
   * The sections of one run with everything that they depend on. Immutable.
   *
   * @param timesOfMembers the times of the members of irregular regions
   * @param paths the critical paths of irregular regions
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Kept(
      Surroundings surroundings,
      long origin,
      Slots slots,
      OverheadTable table,
      RegionSums[] sums,
      RegionSums[] blocks,
      Map<Integer, RegionSums> stretches,
      PagedColumn measured,
      Map<Integer, MemberTimes> timesOfMembers,
      Map<Integer, KnownPath.Kept> paths) {}

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
    this.areKept = surroundings.isPresent() && !times.run().isFinished();
    this.sums = new RegionSums[areKept ? tree.composedBefore(tree.size()) : 0];
    this.blocks = new RegionSums[areKept ? place(tree.size(), BLOCK) + 1 : 0];
    Kept kept = times.run().changes().kept(Kept.class);
    this.last = kept != null && isReusable(kept) ? kept : null;
    this.since = last == null ? null : surroundings.orElseThrow().since(last.surroundings);
    this.changed = last == null ? new BitSet() : changed();
    this.measured = last == null ? new PagedColumn(NOT_KNOWN) : last.measured.copy();
    if (last != null) {
      since.activities().stream().forEach(a -> measured.set(a, NOT_KNOWN));
    }
  }

  private boolean isReusable(Kept kept) {
    return surroundings.filter(now -> now.follow(kept.surroundings)).isPresent()
        && origin == kept.origin
        && times.chosenSlots().areOnSlotsOf(kept.slots);
  }

  /** Whether a later run may reuse sections and blocks of this one. */
  boolean areKept() {
    return areKept;
  }

  /**
   * Reuses a section of the earlier run with all regions in it.
   *
   * @return its sums, never to be changed; null if the section must be computed
   */
  RegionSums reuse(int section) {
    RegionSums known = last == null ? null : last.sums[tree.composedBefore(section)];
    if (known == null || isChanged(section, tree.end(section), known)) {
      return null;
    }
    table.copy(last.table, section, tree.end(section));
    put(section, known);
    return known;
  }

  private boolean isChanged(int first, int end, RegionSums known) {
    return isChanged(first, end) || known.reach > since.heldSameUntil();
  }

  private void put(int section, RegionSums known) {
    if (areKept) {
      sums[tree.composedBefore(section)] = known;
    }
  }

  /** Whether an activity of some consecutive regions changed. Asked in the order of the tree. */
  private boolean isChanged(int first, int end) {
    if (nextChanged < first) {
      int next = changed.nextSetBit(first);
      nextChanged = next < 0 ? Integer.MAX_VALUE : next;
    }
    return nextChanged < end;
  }

  /**
   * Reuses a stretch of the earlier run with all regions in it.
   *
   * @param first its first region
   * @param end region after its last one
   * @return its sums, never to be changed; null if the stretch must be computed
   */
  RegionSums reuseStretch(int first, int end) {
    RegionSums known = last == null ? null : last.stretches.get(first);
    if (known == null || isChanged(first, end, known)) {
      return null;
    }
    table.copy(last.table, first, end);
    stretches.put(first, known);
    return known;
  }

  /** Adds the sums of a stretch that were computed. */
  void addStretch(int first, RegionSums computed) {
    computed.forgetSlots();
    stretches.put(first, computed);
  }

  /**
   * Reuses the sums of a block of consecutive activities of an irregular region, with those of
   * blocks within it. Blocks of one size do not overlap.
   *
   * @param first region of the first activity
   * @return the sums, never to be changed; null if they must be computed
   */
  RegionSums reuseBlock(int first, int size) {
    int place = place(first, size);
    if (last == null || last.blocks[place] == null || isChanged(first, first + size)) {
      return null;
    }
    int end = place(first + size, BLOCKS[0]);
    System.arraycopy(last.blocks, place, blocks, place, end - place);
    return blocks[place];
  }

  /**
   * Where a block of a given size is among all blocks: a block of blocks just before its first one.
   */
  private static int place(int first, int size) {
    return 2 * (first / BLOCK) + (size == BLOCK ? 1 : 0);
  }

  /** A bit for each class that was measured for an activity, or {@link #NOT_KNOWN}. */
  int measured(int activity) {
    return (int) measured.get(activity);
  }

  /** Adds the classes that were measured for an activity. */
  void addMeasured(int activity, int classes) {
    if (areKept) {
      measured.set(activity, classes);
    }
  }

  /**
   * Returns times of the members of an irregular region, at first those in the run whose blocks are
   * reused.
   */
  MemberTimes timesOfMembers(int region) {
    MemberTimes earlier = last == null ? null : last.timesOfMembers.get(region);
    return earlier == null ? new MemberTimes(tree.quotient(region).nodeCount()) : earlier.copy();
  }

  private BitSet changed() {
    BitSet activities = times.chosenSlots().differences(last.slots);
    activities.or(since.activities());
    BitSet regions = new BitSet(tree.size());
    activities.stream().map(tree::leaf).forEach(regions::set);
    return regions;
  }

  /** Adds a section that was computed, if it is worth keeping. */
  void add(int section, RegionSums computed) {
    if (areKept && tree.activityCount(section) >= FEWEST_ACTIVITIES) {
      computed.forgetSlots();
      put(section, computed);
    }
  }

  /** Adds the sums of a block that were computed, if they can be kept. */
  void addBlock(int first, int size, RegionSums computed) {
    if (computed.slotless == null) { // The enclosing section would change this map.
      blocks[place(first, size)] = computed;
    }
  }

  /** Adds the times of the members of an irregular region, which must not change any more. */
  void addTimesOfMembers(int region, MemberTimes both) {
    if (areKept) {
      timesOfMembers.put(region, both);
    }
  }

  /**
   * Returns the critical path of an irregular region, still without steps.
   *
   * @param start when it starts, in nanoseconds
   */
  KnownPath path(int region, long start) {
    KnownPath.Kept earlier = last == null ? null : last.paths.get(region);
    return earlier == null
        ? new KnownPath(start, 0)
        : new KnownPath(start, 0, earlier, since, times.run().workflow().dag());
  }

  /** Adds the path of an irregular region, if it is worth keeping. */
  void add(int region, KnownPath path) {
    if (areKept) {
      paths.put(region, path.kept());
    }
  }

  /** Keeps sections and paths for later runs. Called once all are computed. */
  void keep() {
    if (areKept) {
      Slots slots = times.chosenSlots();
      times
          .run()
          .changes()
          .keep(
              new Kept(
                  surroundings.get(),
                  origin,
                  slots,
                  table,
                  sums,
                  blocks,
                  stretches,
                  measured,
                  timesOfMembers,
                  paths));
    }
  }
}
