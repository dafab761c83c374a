package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.reading.SlotLevel;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.slots.Pool;
import io.flowgauge.probabilistic.slots.Pools;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The pools that the activities of a run are scheduled on: one for each machine if machines have
 * their own slots and each activity has a planned machine; otherwise one for all. Immutable and
 * thread-safe.
 *
 * @param places planned machines of the activities
 * @param unbounded number of slots that stands for any number
 */
record SlotPools(Places places, int unbounded) {

  /** Pools with the slots of a run. */
  Pools on(SlotHistory slots) {
    List<Pool> pools = new ArrayList<>();
    if (isByMachine(slots)) {
      for (String machine : places.machines()) {
        pools.add(pool(machine, slots.byMachine().getOrDefault(machine, slots.overall())));
      }
    } else {
      pools.add(pool("slots", slots.overall()));
    }
    int activities = places.numbers().size();
    List<List<Integer>> allowed =
        isByMachine(slots)
            ? IntStream.range(0, activities).mapToObj(v -> List.of(number(v, slots))).toList()
            : Collections.nCopies(activities, List.of(0));
    return new Pools(pools, allowed, new int[activities]);
  }

  /** Number of the pool of an activity. */
  int number(int activity, SlotHistory slots) {
    return isByMachine(slots) ? places.numbers().number(activity) : 0;
  }

  private boolean isByMachine(SlotHistory slots) {
    return slots.isByMachine() && !places.machines().isEmpty();
  }

  private Pool pool(String name, SlotLevel level) {
    return new Pool(name, level.binds() ? level.slots() : unbounded, Law.constant(0), 1);
  }
}
