package io.flowgauge.learning.forecast;

import io.flowgauge.probabilistic.slots.RunningSchedule.JobList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Where the activities of a workflow will run, if that is planned for each. Immutable and
 * thread-safe.
 *
 * @param machines names, none twice; empty if it is not planned for each
 * @param numbers by index of the activity: which of the machines; 0 if it is not planned
 */
record Places(List<String> machines, JobList numbers) {

  /** Nobody knows where. */
  static Places unknown(int activities) {
    return new Places(List.of(), new JobList(new int[activities]));
  }

  /**
   * The machines of some activities.
   *
   * @param machine by index of the activity
   * @param open indices of those that matter
   */
  static Places of(int activities, IntFunction<Optional<String>> machine, int... open) {
    List<String> names = new ArrayList<>();
    int[] numbers = new int[activities];
    for (int v : open) {
      Optional<String> name = machine.apply(v);
      if (name.isEmpty()) {
        return unknown(activities);
      }
      numbers[v] = names.indexOf(name.get());
      if (numbers[v] < 0) {
        numbers[v] = names.size();
        names.add(name.get());
      }
    }
    return new Places(List.copyOf(names), new JobList(numbers));
  }
}
