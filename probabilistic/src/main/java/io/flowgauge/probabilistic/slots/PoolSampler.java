package io.flowgauge.probabilistic.slots;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.slots.RunningSchedule.JobList;
import java.util.stream.IntStream;

/** Draws makespans of list schedules on pools, from the start of a run on. Thread-safe. */
public final class PoolSampler implements Schedules {
  private final Dag dag;
  private final Pools pools;
  private final RunningSchedule.Start start;
  private final DrawnJobs drawn;
  private final double[] typical;

  /**
   * Creates a sampler.
   *
   * @param durations durations of every activity in every pool, the pools of the first activity
   *     first
   * @throws IllegalStateException if there are more activities than can be scheduled
   */
  public PoolSampler(Dag dag, Pools pools, DurationTables durations) {
    int nodes = dag.nodeCount() * pools.list().size();
    if (dag.nodeCount() > JobGraph.MOST / pools.list().size()) {
      throw new IllegalStateException(
          "schedules on pools are limited to %d activities times pools, but there are %d times %d"
              .formatted(JobGraph.MOST, dag.nodeCount(), pools.list().size()));
    }
    this.dag = dag;
    this.pools = pools;
    start = start(dag);
    drawn = new DrawnJobs(durations, nodes, node -> node);
    typical = IntStream.range(0, nodes).mapToDouble(durations::typical).toArray();
  }

  private static RunningSchedule.Start start(Dag dag) {
    int[] awaited = IntStream.range(0, dag.nodeCount()).map(dag::predecessorCount).toArray();
    int[] ready = IntStream.range(0, awaited.length).filter(v -> awaited[v] == 0).toArray();
    return new RunningSchedule.Start(
        new JobList(), new JobList(), new JobList(ready), new JobList(awaited));
  }

  @Override
  public int setSize() {
    return drawn.setSize();
  }

  @Override
  public void draw(long seed, Scheduled action) {
    RunningSchedule schedule = new RunningSchedule(dag, pools, start);
    drawn.draw(
        seed, (k, deviations) -> action.take(k, makespan(schedule, deviations), schedule::chain));
  }

  private double makespan(RunningSchedule schedule, float[] deviations) {
    int count = pools.list().size();
    return schedule.makespan(
        (job, pool) -> {
          int node = job * count + pool;
          // A law with a very heavy tail may give more than fits in single precision.
          return Math.max(0, Math.min(typical[node] + deviations[node], Float.MAX_VALUE));
        });
  }

  @Override
  public double typical() {
    return makespan(new RunningSchedule(dag, pools, start), new float[typical.length]);
  }
}
