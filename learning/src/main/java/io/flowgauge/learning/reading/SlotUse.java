package io.flowgauge.learning.reading;

import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The attempts of a run that say when they were active. Immutable and thread-safe.
 *
 * @param all attempts in the order in which they began
 * @param byMachine the same attempts by the machine they ran on, if that is known
 */
record SlotUse(WorkflowRun run, List<Occupancy> all, Map<String, List<Occupancy>> byMachine) {

  static SlotUse of(WorkflowRun run) {
    List<Occupancy> all = Occupancy.of(run, new ObservedTimes(run));
    Map<String, List<Occupancy>> byMachine = new TreeMap<>();
    for (Occupancy each : all) {
      Machines.of(run.execution(each.seen().activity()), each.seen().attempt().processor())
          .ifPresent(
              machine -> byMachine.computeIfAbsent(machine, any -> new ArrayList<>()).add(each));
    }
    return new SlotUse(run, all, byMachine);
  }

  /** Whether each attempt is known to have run on one of at least two machines. */
  boolean isByMachine() {
    int known = byMachine.values().stream().mapToInt(List::size).sum();
    return known == all.size() && byMachine.size() > 1;
  }
}
