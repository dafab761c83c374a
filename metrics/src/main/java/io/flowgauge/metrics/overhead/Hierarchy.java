package io.flowgauge.metrics.overhead;

import static io.flowgauge.metrics.activity.TimeClass.ENACTMENT;
import static io.flowgauge.metrics.overhead.KnownSections.BLOCK;
import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.metrics.activity.ActivityTimes;
import io.flowgauge.metrics.activity.MemberPaths;
import io.flowgauge.metrics.activity.MemberTimes;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.Slots;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.metrics.activity.WaitSink;
import io.flowgauge.metrics.attribution.CriticalWalk;
import io.flowgauge.metrics.attribution.KnownPath;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.RunSpan;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes the overheads of all regions in one pass over the tree, members before the regions that
 * contain them. Takes near-linear time. Used once.
 */
final class Hierarchy {
  /**
   * Members of a sequence are summed together until they have this many regions, or until one of
   * them has.
   */
  private static final int STRETCH = 512;

  private final RunTimes times;
  private final ColumnarRun run;
  private final RegionTree tree;
  private final ActivityTimes activity;
  private final long[] nanos = new long[TimeClass.COUNT + 1];
  private final RegionSums leaf = new RegionSums();
  private final WaitSink subtractingSink = this::subtractSaturated;
  private int loaded;
  private final Deque<OpenRegion> open = new ArrayDeque<>();
  private final OverheadTable table;
  private final KnownSections sections;
  private CriticalWalk walk;

  /** The stretch of a sequence being visited, or null. */
  private OpenRegion stretch;

  Hierarchy(RunTimes times) {
    this.times = times;
    this.run = times.run();
    this.tree = run.workflow().regionTree();
    this.activity = new ActivityTimes(run);
    this.table = new OverheadTable(tree);
    this.sections = new KnownSections(times, origin(), table);
  }

  OverheadTable compute() {
    int region = 0;
    while (region < tree.size()) {
      while (!open.isEmpty() && open.peek().end <= region) {
        close(open.pop(), open.peek());
      }
      region = visit(region, open.peek());
    }
    while (!open.isEmpty()) {
      close(open.pop(), open.peek());
    }
    sections.keep();
    return table;
  }

  /**
   * Visits a region.
   *
   * @param parent the region that contains it, or null
   * @return the region to visit next
   */
  private int visit(int region, OpenRegion parent) {
    int end = parent == null ? region : stretchEnd(region, parent);
    if (end - region >= BLOCK) {
      return visitStretch(region, end, parent);
    }
    if (tree.activity(region) >= 0) {
      for (int size : KnownSections.BLOCKS) {
        if (isBlock(region, size, parent)) {
          takeBlock(region, size, parent);
          return region + size;
        }
      }
      takeActivity(region, parent);
      return region + 1;
    }
    RegionSums known = sections.reuse(region);
    if (known != null) {
      parent.take(known, false);
      return tree.end(region);
    }
    RegionKind kind = tree.kind(region);
    MemberTimes members = kind == RegionKind.IRREGULAR ? sections.timesOfMembers(region) : null;
    boolean isInSection = parent != null && parent.keepsLoads();
    open.push(new OpenRegion(region, tree.end(region), kind, members, isInSection, this));
    return region + 1;
  }

  /**
   * Returns the end of the stretch that begins with a region: members of a sequence that are summed
   * as if they were a sequence of their own, so that their sums can be reused together.
   *
   * @return the region itself if none begins there
   */
  private int stretchEnd(int region, OpenRegion parent) {
    int end = region;
    if (sections.areKept()
        && stretch == null
        && parent.kind.isSequential()
        && !parent.keepsLoads()) {
      while (end < parent.end && end - region < STRETCH && tree.end(end) - end < STRETCH) {
        end = tree.end(end);
      }
    }
    return end;
  }

  /** Visits a stretch, and returns the region to visit next. */
  private int visitStretch(int first, int end, OpenRegion parent) {
    RegionSums known = sections.reuseStretch(first, end);
    if (known != null) {
      parent.take(known, false);
      return end;
    }
    stretch = new OpenRegion(first, end, RegionKind.SEQUENCE, null, false, this);
    open.push(stretch);
    return first;
  }

  private void close(OpenRegion region, OpenRegion parent) {
    if (region == stretch) {
      stretch = null;
      sections.addStretch(region.number, region.sums);
      parent.take(region.sums, false);
      return;
    }
    region.close();
    finish(region.number, region.sums);
    if (parent != null) {
      if (region.keepsLoads() && !parent.keepsLoads()) {
        sections.add(region.number, region.sums);
      }
      parent.take(region.sums, false);
    }
  }

  /** Whether a number of activities from this one on are members of one irregular region. */
  private boolean isBlock(int region, int size, OpenRegion parent) {
    int end = region + size;
    return sections.areKept()
        && parent != null
        && parent.kind == RegionKind.IRREGULAR
        && end <= parent.end
        && tree.composedBefore(end) == tree.composedBefore(region);
  }

  private void takeBlock(int first, int size, OpenRegion parent) {
    RegionSums known = sections.reuseBlock(first, size);
    if (known != null) {
      parent.takeBlock(known, size);
      return;
    }
    RegionSums outer = parent.beginBlock();
    int step = size == BLOCK ? 1 : BLOCK;
    for (int region = first; region < first + size; region += step) {
      if (step == 1) {
        takeActivity(region, parent);
      } else {
        takeBlock(region, step, parent);
      }
    }
    sections.addBlock(first, size, parent.endBlock(outer));
  }

  private void takeActivity(int region, OpenRegion parent) {
    int index = tree.activity(region);
    boolean isIrregular = parent != null && parent.kind == RegionKind.IRREGULAR;
    if (parent != null && isUntimed(index)) {
      parent.takeUntimed(run.isSkipped(index), known(times.ideals().nanos(index)));
      return;
    }
    load(index, isIrregular, leaf);
    if (parent == null) {
      finish(region, leaf);
      return;
    }
    if (parent.keepsLoads()) {
      assignSlot(index, leaf);
    }
    parent.take(leaf, run.workflow().isTransfer(index));
  }

  /** Whether an activity has no times. During a run, most activities have none yet. */
  private boolean isUntimed(int index) {
    return !known(run.begin(index)) && !known(times.wallclock(index));
  }

  /**
   * Stores the overheads of a region. The run as a whole begins before its first activity, and its
   * time is the makespan.
   */
  private void finish(int region, RegionSums sums) {
    RunSpan span = run.span();
    double time = known(sums.begin) ? Times.seconds(sums.end - sums.begin) : Double.NaN;
    long begin = sums.begin;
    if (region == 0) {
      time = known(span.makespan()) ? Times.seconds(span.makespan()) : Double.NaN;
      if (span.startRecorded() && known(sums.begin)) {
        begin = span.start();
        sums.add(ENACTMENT, enactment(sums.first, begin, sums.begin), 1);
      }
    }
    if (known(begin) && times.services().classes() != 0) {
      sums.measured |= times.services().classes();
      times
          .services()
          .exposed(begin, sums.end, (f, t, c) -> sums.seconds[c] += Times.seconds(t - f));
    }
    table.put(region, time, sums);
  }

  /**
   * Computes the sums of one activity as a member of a region. Only the exposed part of its waits
   * counts.
   *
   * @param isIrregular whether the region is irregular; such a region needs only to know which
   *     overheads of its members were measured
   */
  private void load(int index, boolean isIrregular, RegionSums sums) {
    sums.reset();
    long ideal = times.ideals().nanos(index);
    sums.count(run.isSkipped(index), known(ideal));
    double speed = times.speed(times.processor(index));
    if (isIrregular) {
      sums.measured = measured(index);
    } else {
      loadOverheads(index, ideal, speed, sums);
    }
    sums.measuredInActivities = sums.measured;
    sums.begin = run.begin(index);
    if (known(sums.begin)) {
      sums.end = run.endOrNow(index);
      sums.first = index;
      sums.last = index;
    }
    sums.speed = speed;
    long wallclock = computingTime(index);
    if (known(wallclock) && known(ideal)) {
      sums.ideal = Times.seconds(ideal);
      sums.longestIdeal = sums.ideal;
      sums.computing = true;
      sums.processing = Times.seconds(wallclock);
      sums.work = sums.processing * speed;
    }
  }

  /** Returns which classes were measured for an activity: see {@link ActivityTimes#overheads}. */
  private int measured(int index) {
    int known = sections.measured(index);
    if (known != KnownSections.NOT_KNOWN) {
      return known;
    }
    int measured = activity.load(index).overheads(times.ideals().nanos(index), nanos);
    sections.addMeasured(index, measured);
    return measured;
  }

  /** T of an activity in nanoseconds, or absent if it is not known or if the activity transfers. */
  private long computingTime(int index) {
    return run.workflow().isTransfer(index) ? ABSENT : times.wallclock(index);
  }

  private void loadOverheads(int index, long ideal, double speed, RegionSums sums) {
    Arrays.fill(nanos, 0);
    loaded = index;
    int measured = activity.load(index).overheads(ideal, nanos, subtractingSink);
    for (int left = measured; left != 0; left &= left - 1) {
      int c = Integer.numberOfTrailingZeros(left);
      sums.add(c, Times.seconds(nanos[c]), speed);
    }
  }

  /** Subtracts from a wait of the loaded activity the time during which no slot was free. */
  private void subtractSaturated(int attempt, long from, long to, int timeClass) {
    nanos[timeClass] -= times.saturated(loaded, attempt, from, to);
    leaf.reach = Math.max(leaf.reach, to);
  }

  private void assignSlot(int index, RegionSums sums) {
    if (!known(computingTime(index)) && !known(sums.begin)) {
      return;
    }
    Slots slots = times.chosenSlots();
    long wallclock = Math.max(0, computingTime(index));
    sums.slot = slots.of(index);
    sums.slotNanos = wallclock;
    if (sums.slot == Slots.UNKNOWN) {
      // Its own slot. This is right as long as there are enough slots: see enoughSlots.
      sums.slot = slots.count() + index;
      // An activity that has not computed shares its slot with no other.
      sums.slotless = wallclock > 0 ? new HashMap<>(Map.of(times.processor(index), 1)) : null;
    }
  }

  /**
   * Whether slots can be told apart. If activities computed at unknown times, this requires a slot
   * for each of them.
   */
  boolean enoughSlots(Map<Integer, Integer> slotless) {
    return slotless == null
        || slotless.entrySet().stream()
            .allMatch(e -> e.getValue() <= Math.max(1, times.slots(e.getKey())));
  }

  double speedOfSlot(int slot) {
    Slots slots = times.chosenSlots();
    return slot < slots.count()
        ? slots.speed(slot)
        : times.speed(times.processor(slot - slots.count()));
  }

  boolean isLater(int one, int other) {
    return run.isLater(one, other);
  }

  /** Origin of times that are averaged, to keep the numbers small. */
  long origin() {
    return known(run.span().start()) ? run.span().start() : 0;
  }

  /**
   * Returns the seconds between two nodes during which the later one could have started. Exposed
   * service time is left out, as is time without a free slot, which is serialisation.
   */
  double enactment(int activityAfter, long from, long to) {
    if (to <= from) {
      return 0;
    }
    long[] left = {to - from - times.saturated(activityAfter, from, to)};
    // A service is exposed only while nothing runs, so it never overlaps time without a free slot.
    times.services().exposed(from, to, (f, t, service) -> left[0] -= t - f);
    return Times.seconds(left[0]);
  }

  MemberPaths paths(int region, MemberTimes timesOfMembers) {
    sections.addTimesOfMembers(region, timesOfMembers);
    return times.paths(region, timesOfMembers);
  }

  /**
   * Adds the time that the realised critical path of a region spent on each class. Services are
   * left out, because they are added for the window of each region, and so is unidentified time.
   */
  void walk(int region, RegionSums sums) {
    if (walk == null) {
      walk = CriticalWalk.inRegions(times);
    }
    KnownPath path = sections.path(region, sums.begin);
    walk.back(
        sums.last, sums.begin, a -> tree.leaf(a) > region && tree.leaf(a) < tree.end(region), path);
    if (!walk.hasPassedUntimed()) { // The steps depend only on activities and their predecessors.
      sections.add(region, path);
    }
    long[] total = new long[TimeClass.COUNT];
    for (KnownPath.Step step : path.steps()) {
      for (int c = 0; c < TimeClass.COUNT; c++) {
        total[c] += step.nanos()[c];
      }
    }
    for (int c = 0; c < TimeClass.COUNT; c++) {
      boolean left = c == TimeClass.UNIDENTIFIED || TimeClass.isService(c);
      sums.seconds[c] = left ? 0 : Times.seconds(total[c]);
    }
  }
}
