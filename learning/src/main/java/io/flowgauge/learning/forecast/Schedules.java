package io.flowgauge.learning.forecast;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.slots.Pool;
import io.flowgauge.probabilistic.slots.Pools;
import io.flowgauge.probabilistic.slots.RunningSchedule;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/** List schedules of what is left of a run. Immutable and thread-safe. */
record Schedules(Dag dag, Pools pools, RunningSchedule.Start start) {
  /**
   * Schedules from a moment on.
   *
   * @param slots how many activities can run at once; empty for any number
   */
  static Schedules of(Dag dag, Progress progress, OptionalInt slots) {
    int count = slots.orElse(Math.max(1, progress.unfinished()));
    int[] running = progress.running();
    return new Schedules(
        dag,
        new Pools(
            List.of(new Pool("slots", count, Law.constant(0), 1)),
            Collections.nCopies(dag.nodeCount(), List.of(0)),
            new int[dag.nodeCount()]),
        new RunningSchedule.Start(
            new RunningSchedule.JobList(running),
            new RunningSchedule.JobList(new int[running.length]),
            new RunningSchedule.JobList(progress.waiting()),
            new RunningSchedule.JobList(progress.awaited())));
  }

  /** To be used by one thread. */
  RunningSchedule one() {
    return new RunningSchedule(dag, pools, start);
  }
}
