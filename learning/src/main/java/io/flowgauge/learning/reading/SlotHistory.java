package io.flowgauge.learning.reading;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The slots on which runs took place. Immutable and thread-safe.
 *
 * @param overall those of all machines together
 * @param byMachine those of each queue, or of each processor where there are no queues
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

  /** The given number of slots, for certain. */
  public static SlotHistory of(int count) {
    return new SlotHistory(new SlotLevel(count, true), Map.of(), false);
  }

  static SlotHistory of(SlotUse use) {
    Map<String, SlotLevel> levels = new TreeMap<>();
    use.byMachine()
        .forEach((machine, some) -> levels.put(machine, SlotLevel.of(Occupancy.held(some))));
    return new SlotHistory(SlotLevel.of(Occupancy.held(use.all())), levels, use.isByMachine());
  }

  /** Whether activities waited for slots, of the whole or of a machine. */
  public boolean binds() {
    return overall.binds()
        || (isByMachine && byMachine.values().stream().anyMatch(SlotLevel::binds));
  }

  /** The same where machines have other names. */
  SlotHistory renamed(UnaryOperator<String> machine) {
    Map<String, SlotLevel> levels = new TreeMap<>();
    byMachine.forEach((name, level) -> levels.put(machine.apply(name), level));
    return new SlotHistory(overall, levels, isByMachine);
  }

  /**
   * What is to be expected of a run that goes on: the slots that its activities wait for; else
   * those of this history, but at least as many as it was seen to use.
   */
  public SlotHistory seenIn(SlotHistory going) {
    if (!isByMachine && going.binds()) {
      return going;
    }
    Map<String, SlotLevel> levels = new TreeMap<>(byMachine);
    going.byMachine.forEach((machine, seen) -> levels.merge(machine, seen, SlotLevel::seenIn));
    return new SlotHistory(overall.seenIn(going.overall), levels, isByMachine);
  }

  /**
   * The same with the slots of all runs where nobody waited for one in this run, so that its number
   * is not known, and of machines that it did not use.
   *
   * @param all what all runs show together
   */
  public SlotHistory within(SlotHistory all) {
    Map<String, SlotLevel> levels = new TreeMap<>(all.byMachine);
    byMachine.forEach(
        (machine, level) -> levels.merge(machine, level, (any, own) -> own.within(any)));
    return new SlotHistory(overall.within(all.overall), levels, all.isByMachine);
  }

  /** What two runs show together. */
  public SlotHistory plus(SlotHistory other) {
    Map<String, SlotLevel> both = new TreeMap<>(byMachine);
    other.byMachine.forEach((machine, level) -> both.merge(machine, level, SlotLevel::plus));
    return new SlotHistory(overall.plus(other.overall), both, isByMachine && other.isByMachine);
  }
}
