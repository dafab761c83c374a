package io.flowgauge.metrics.overhead;

import static io.flowgauge.metrics.activity.TimeClass.DATA_TRANSFER_IMBALANCE;
import static io.flowgauge.metrics.activity.TimeClass.ENACTMENT;
import static io.flowgauge.metrics.activity.TimeClass.EXTERNAL_LOAD;
import static io.flowgauge.metrics.activity.TimeClass.LOAD_IMBALANCE;
import static io.flowgauge.metrics.activity.TimeClass.REPLICATED_JOBS;
import static io.flowgauge.metrics.activity.TimeClass.SERIALISATION;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.metrics.activity.MemberPaths;
import io.flowgauge.metrics.activity.MemberTimes;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.RegionKind;
import java.util.Arrays;

/**
 * A composed region whose members are being visited (definitions, "Parallel section" and "Sums
 * without overlap"). Not thread-safe.
 */
final class OpenRegion {
  final int number;

  /** The region after it and everything that it holds. */
  final int end;

  final RegionKind kind;
  final RegionSums sums = new RegionSums();

  /** Where members are added: {@link #sums}, or those of a block. */
  private RegionSums into = sums;

  private final Hierarchy hierarchy;

  /** Shortest and longest processing time of the members that compute. */
  private double shortest = Double.POSITIVE_INFINITY;

  private double longest = -1;

  /** Loss of parallelism inside the shortest member, by class. */
  private final double[] lossOfShortest = new double[TimeClass.COUNT];

  private double inverse;
  private int computingMembers;

  /** Ends of the transfers among the members. */
  private long lastTransfer = Long.MIN_VALUE;

  private double transferEnds;
  private int transfers;

  /** Longest ideal path and processing time of each member; null unless it is irregular. */
  private final MemberTimes timesOfMembers;

  private int members;

  /**
   * Opens a region.
   *
   * @param end the region after it and everything that it holds
   * @param timesOfMembers takes the times of the members of an irregular region; null for other
   *     kinds
   * @param isInSection whether a section contains it, directly or indirectly
   */
  OpenRegion(
      int number,
      int end,
      RegionKind kind,
      MemberTimes timesOfMembers,
      boolean isInSection,
      Hierarchy hierarchy) {
    this.number = number;
    this.end = end;
    this.kind = kind;
    this.hierarchy = hierarchy;
    this.timesOfMembers = timesOfMembers;
    sums.loads = isInSection || isSection(kind) ? new SlotLoads() : null;
  }

  private static boolean isSection(RegionKind kind) {
    return kind == RegionKind.PARALLEL || kind == RegionKind.REPLICAS;
  }

  /**
   * Whether the region adds up the loads of slots, on which its speed and weighted overheads
   * depend. Only sections and the regions inside them do, because nothing else needs these sums.
   */
  boolean keepsLoads() {
    return sums.loads != null;
  }

  /** Adds a member. */
  void take(RegionSums member, boolean transfer) {
    if (kind == RegionKind.IRREGULAR) {
      remember(member);
    } else {
      if (kind.isSequential()) {
        takeInSequence(member);
      } else {
        takeInSection(member);
      }
      sums.takeWeighted(member);
    }
    if (transfer && known(member.end)) {
      transfers++;
      lastTransfer = Math.max(lastTransfer, member.end);
      transferEnds += Times.seconds(member.end - hierarchy.origin());
    }
    add(member);
    if (keepsLoads()) {
      mergeLoads(member);
    }
    members++;
  }

  private void add(RegionSums member) {
    if (member.last >= 0 && (into.last < 0 || isLater(member))) {
      into.last = member.last;
    }
    into.take(member);
  }

  private boolean isLater(RegionSums member) {
    return member.end == into.end
        ? hierarchy.isLater(member.last, into.last)
        : member.end > into.end;
  }

  /** Takes a member that has no times. */
  void takeUntimed(boolean isSkipped, boolean isIdealKnown) {
    into.count(isSkipped, isIdealKnown);
    if (kind == RegionKind.IRREGULAR) {
      timesOfMembers.set(members, 0, 0);
    }
    members++;
  }

  /**
   * Begins a block of activities of an irregular region, which are taken from now on.
   *
   * @return what {@link #endBlock} needs
   */
  RegionSums beginBlock() {
    RegionSums outer = into;
    into = new RegionSums();
    into.loads = keepsLoads() ? new SlotLoads() : null;
    return outer;
  }

  /** Ends a block and returns its sums, never to be changed. */
  RegionSums endBlock(RegionSums outer) {
    RegionSums block = into;
    into = outer;
    addBlock(block);
    return block;
  }

  /**
   * Takes a block of an earlier run, the times of whose members are set already.
   *
   * @param count number of members in the block
   */
  void takeBlock(RegionSums block, int count) {
    addBlock(block);
    members += count;
  }

  private void addBlock(RegionSums block) {
    add(block);
    if (keepsLoads()) {
      block.loads.forEach(this::addLoad);
    }
  }

  private void takeInSequence(RegionSums member) {
    for (int c = 0; c < TimeClass.COUNT; c++) {
      // Services count for the window of each region, not for the windows of its members.
      sums.seconds[c] += TimeClass.isService(c) ? 0 : member.seconds[c];
    }
    sums.ideal += member.computing ? member.ideal : 0;
    sums.longestIdeal += member.longestIdeal;
    if (member.processing >= 0) {
      sums.processing = Math.max(0, sums.processing) + member.processing;
    }
    if (known(sums.end) && known(member.begin)) {
      double enactment = hierarchy.enactment(member.first, sums.end, member.begin);
      sums.add(ENACTMENT, enactment, member.speed > 0 ? member.speed : 1);
      sums.reach = Math.max(sums.reach, member.begin);
    }
  }

  private void takeInSection(RegionSums member) {
    if (!member.computing) {
      return;
    }
    sums.ideal = sums.computing ? Math.min(sums.ideal, member.ideal) : member.ideal;
    sums.longestIdeal = Math.max(sums.longestIdeal, member.longestIdeal);
    if (member.processing >= 0) {
      computingMembers++;
      if (member.processing < shortest) {
        shortest = member.processing;
        System.arraycopy(member.seconds, 0, lossOfShortest, 0, TimeClass.COUNT);
      }
      longest = Math.max(longest, member.processing);
      inverse += 1 / member.processing;
    }
  }

  private void remember(RegionSums member) {
    timesOfMembers.set(members, member.longestIdeal, Math.max(0, member.processing));
  }

  /**
   * Merges the loads of a member. The smaller map is merged into the larger one, so that deep
   * nesting stays near-linear.
   */
  private void mergeLoads(RegionSums member) {
    if (member.loads == null) {
      if (member.slot != RegionSums.NO_SLOT) {
        addLoad(member.slot, member.slotNanos);
      }
      return;
    }
    SlotLoads from = member.loads;
    if (from.size() > sums.loads.size()) {
      from = sums.loads;
      sums.loads = member.loads;
      sums.speed = member.speed;
      sums.computingSpeed = member.computingSpeed;
    }
    from.forEach(this::addLoad);
  }

  private void addLoad(int slot, long nanos) {
    long before = into.loads.add(slot, nanos);
    into.shared |= before > 0 && nanos > 0;
    into.speed += before == SlotLoads.NEW ? hierarchy.speedOfSlot(slot) : 0;
    into.computingSpeed += before <= 0 && nanos > 0 ? hierarchy.speedOfSlot(slot) : 0;
  }

  /** Finishes the sums once all members are in. */
  void close() {
    switch (kind) {
      case SEQUENCE, LOOP, SUB_WORKFLOW, ACTIVITY -> {
        // Everything is summed already.
      }
      case PARALLEL -> closeSection();
      case REPLICAS -> closeReplicas();
      case IRREGULAR -> closeIrregular();
    }
    if (transfers > 0 && !kind.isSequential() && kind != RegionKind.IRREGULAR) {
      double latest = Times.seconds(lastTransfer - hierarchy.origin());
      sums.add(DATA_TRANSFER_IMBALANCE, latest - transferEnds / transfers, sums.speed);
    }
  }

  /**
   * Adds the overheads of members, weighted by the share that their slots have in the section.
   * Sections inside the members lose parallelism at the same time as this one. Since the section's
   * own serialisation and imbalance are the time by which it exceeds its shortest member, only the
   * loss inside that member counts.
   */
  private void addWeightedOverheads() {
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if (TimeClass.isLossOfParallelism(c)) {
        sums.seconds[c] = lossOfShortest[c];
        sums.weighted[c] = lossOfShortest[c] * sums.speed;
      } else {
        sums.seconds[c] = sums.speed > 0 ? sums.weighted[c] / sums.speed : 0;
      }
    }
  }

  private void closeSection() {
    addWeightedOverheads();
    if (computingMembers == 0) {
      return;
    }
    // A member that uses several slots in turn can take longer than any slot was busy.
    sums.processing =
        sums.shared ? Math.max(longest, Times.seconds(sums.loads.largest())) : longest;
    if (hierarchy.enoughSlots(sums.slotless)) {
      double balanced = sums.computingSpeed > 0 ? sums.work / sums.computingSpeed : 0;
      double serialisation = sums.shared ? Math.max(0, balanced - shortest) : 0;
      sums.add(LOAD_IMBALANCE, sums.processing - shortest - serialisation, sums.speed);
      sums.add(SERIALISATION, serialisation, sums.speed);
    }
  }

  private void closeReplicas() {
    addWeightedOverheads();
    sums.longestIdeal = sums.ideal;
    if (computingMembers > 0) {
      sums.processing = shortest;
      double all = shortest > 0 ? computingMembers / inverse : 0;
      sums.add(REPLICATED_JOBS, all - shortest, sums.speed);
    }
  }

  /**
   * Sets the overheads to those along the region's own realised critical path, because members that
   * overlap arbitrarily cannot be averaged.
   */
  private void closeIrregular() {
    MemberPaths paths = hierarchy.paths(number, timesOfMembers);
    sums.longestIdeal = paths.longest();
    sums.ideal = sums.longestIdeal;
    sums.processing = paths.longestByOthers();
    Arrays.fill(sums.seconds, 0);
    sums.measured = sums.measuredInActivities;
    sums.reach = Long.MAX_VALUE; // The path may depend on activities before the region.
    if (sums.last >= 0) {
      hierarchy.walk(number, sums);
      sums.measured |= 1 << ENACTMENT | 1 << SERIALISATION;
    } else if ((sums.measured & 1 << EXTERNAL_LOAD) != 0) {
      sums.seconds[EXTERNAL_LOAD] = sums.processing - sums.ideal;
    }
    for (int c = 0; c < TimeClass.COUNT; c++) {
      sums.weighted[c] = sums.seconds[c] * sums.speed;
    }
  }
}
