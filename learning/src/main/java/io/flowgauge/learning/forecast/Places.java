package io.flowgauge.learning.forecast;

import io.flowgauge.probabilistic.slots.RunningSchedule.JobList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Where the activities of a workflow will run, if that is planned for each of them. Immutable and
 * thread-safe.
 *
 * @param machines distinct names; empty unless a machine is planned for each activity
 * @param numbers by index of the activity: the number of its machine; 0 if none is planned
 */
record Places(List<String> machines, JobList numbers) {

  /** Places that are all unknown. */
  static Places unknown(int activities) {
    return new Places(List.of(), new JobList(new int[activities]));
  }

  /**
   * Returns the machines of some activities.
   *
   * @param machine planned machine by index of the activity
   * @param open indices of the activities that matter
   */
  static Places of(int activities, IntFunction<Optional<String>> machine, int... open) {
    Map<String, Integer> known = new LinkedHashMap<>();
    int[] numbers = new int[activities];
    for (int v : open) {
      Optional<String> name = machine.apply(v);
      if (name.isEmpty()) {
        return unknown(activities);
      }
      numbers[v] = known.computeIfAbsent(name.get(), any -> known.size());
    }
    return new Places(List.copyOf(known.keySet()), new JobList(numbers));
  }
}
