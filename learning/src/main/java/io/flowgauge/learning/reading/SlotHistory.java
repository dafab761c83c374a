package io.flowgauge.learning.reading;

import java.util.Map;
import java.util.TreeMap;

/**
 * The slots on which runs took place. Immutable and thread-safe.
 *
 * @param overall those of all machines together
 * @param byMachine those of each queue, or of each processor where there are no queues
 * @param isByMachine whether each attempt is known to have run on one of at least two machines, so
 *     that these have slots of their own
 */
public record SlotHistory(
    SlotLevel overall, Map<String, SlotLevel> byMachine, boolean isByMachine) {

  /** Copies the map. */
  public SlotHistory {
    byMachine = Map.copyOf(byMachine);
  }

  static SlotHistory of(SlotUse use) {
    Map<String, SlotLevel> levels = new TreeMap<>();
    use.byMachine()
        .forEach((machine, some) -> levels.put(machine, SlotLevel.of(Occupancy.held(some))));
    return new SlotHistory(SlotLevel.of(Occupancy.held(use.all())), levels, use.isByMachine());
  }

  /** What two runs tell together. */
  public SlotHistory plus(SlotHistory other) {
    Map<String, SlotLevel> both = new TreeMap<>(byMachine);
    other.byMachine.forEach((machine, level) -> both.merge(machine, level, SlotLevel::plus));
    return new SlotHistory(overall.plus(other.overall), both, isByMachine && other.isByMachine);
  }
}
