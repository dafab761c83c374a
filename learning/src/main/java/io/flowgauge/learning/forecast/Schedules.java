package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.slots.RunningSchedule;
import io.flowgauge.probabilistic.slots.RunningSchedule.JobList;
import java.util.stream.IntStream;

/** List schedules of what is left of a run. Immutable and thread-safe. */
record Schedules(Dag dag, SlotPools pools, JobList running, JobList waiting, JobList awaited) {

  /**
   * Returns the schedules from a moment on.
   *
   * @param places planned machines of the activities
   */
  static Schedules of(Dag dag, Progress progress, Places places) {
    return new Schedules(
        dag,
        new SlotPools(places, Math.max(1, progress.unfinished())),
        new JobList(progress.running()),
        new JobList(progress.waiting()),
        new JobList(progress.awaited()));
  }

  /** Returns a schedule on the slots of a run, for use by one thread. */
  RunningSchedule on(SlotHistory slots) {
    int[] held =
        IntStream.range(0, running.size())
            .map(k -> pools.number(running.number(k), slots))
            .toArray();
    return new RunningSchedule(
        dag,
        pools.on(slots),
        new RunningSchedule.Start(running, new JobList(held), waiting, awaited));
  }
}
