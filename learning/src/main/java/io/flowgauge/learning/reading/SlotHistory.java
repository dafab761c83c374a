package io.flowgauge.learning.reading;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The slots on which runs took place. Immutable and thread-safe.
 *
 * @param overall slots of all machines together
 * @param byMachine slots of each machine, that is, of its queue, host or processor
 * @param isByMachine whether each attempt is known to have run on one of at least two machines, so
 *     that these have their own slots
 */
public record SlotHistory(
    SlotLevel overall, Map<String, SlotLevel> byMachine, boolean isByMachine) {

  /** Any number of activities can run at once. */
  public static final SlotHistory UNBOUNDED = new SlotHistory(SlotLevel.NONE, Map.of(), false);

  /** Copies the map. */
  public SlotHistory {
    byMachine = Map.copyOf(byMachine);
  }

  /** Returns the given number of slots, for certain. */
  public static SlotHistory of(int count) {
    return new SlotHistory(new SlotLevel(count, true), Map.of(), false);
  }

  static SlotHistory of(SlotUse use) {
    Map<String, SlotLevel> levels = new TreeMap<>();
    use.byMachine()
        .forEach((machine, some) -> levels.put(machine, SlotLevel.of(Occupancy.held(some))));
    return new SlotHistory(SlotLevel.of(Occupancy.held(use.all())), levels, use.isByMachine());
  }

  /** Whether activities waited for slots, overall or on a machine. */
  public boolean binds() {
    return overall.binds()
        || (isByMachine && byMachine.values().stream().anyMatch(SlotLevel::binds));
  }

  /** Returns the same slots with other names of machines. */
  SlotHistory renamed(UnaryOperator<String> machine) {
    Map<String, SlotLevel> levels = new TreeMap<>();
    byMachine.forEach((name, level) -> levels.put(machine.apply(name), level));
    return new SlotHistory(overall, levels, isByMachine);
  }

  /**
   * Returns the slots to expect of a run in progress: those that its activities wait for, or else
   * those of this history, but at least as many as it was seen to use.
   */
  public SlotHistory expectedFor(SlotHistory inProgress) {
    if (!isByMachine && inProgress.binds()) {
      return inProgress;
    }
    Map<String, SlotLevel> levels = new TreeMap<>(byMachine);
    inProgress.byMachine.forEach(
        (machine, seen) -> levels.merge(machine, seen, SlotLevel::expectedFor));
    return new SlotHistory(overall.expectedFor(inProgress.overall), levels, isByMachine);
  }

  /**
   * Returns the same slots, completed by those of all runs: where nothing waited for a slot in this
   * run, so that their number is not known, and for machines that it did not use.
   *
   * @param all the slots of all runs together
   */
  public SlotHistory completedBy(SlotHistory all) {
    Map<String, SlotLevel> levels = new TreeMap<>(all.byMachine);
    byMachine.forEach(
        (machine, level) -> levels.merge(machine, level, (any, own) -> own.completedBy(any)));
    return new SlotHistory(overall.completedBy(all.overall), levels, all.isByMachine);
  }

  /** Returns the slots that two runs show together. */
  public SlotHistory plus(SlotHistory other) {
    Map<String, SlotLevel> both = new TreeMap<>(byMachine);
    other.byMachine.forEach((machine, level) -> both.merge(machine, level, SlotLevel::plus));
    return new SlotHistory(overall.plus(other.overall), both, isByMachine && other.isByMachine);
  }
}
