package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.draw.RemainingTimes;
import io.flowgauge.probabilistic.sampling.Bank;
import io.flowgauge.probabilistic.sampling.BlockPass;
import io.flowgauge.probabilistic.sampling.Rows;
import io.flowgauge.probabilistic.slots.Pools;
import io.flowgauge.probabilistic.slots.RunningSchedule;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The rest of a run on limited slots. */
final class RemainingSchedules extends RemainingRun {
  private final Dag dag;
  private final Pools pools;
  private final PooledTimes times;
  private final RunningSchedule.Start start;

  /** Remaining times of activities that hold a slot; null for the others. */
  private final RemainingTimes[] running;

  /** Activities that have no slot yet. */
  private final int[] open;

  RemainingSchedules(
      Problem problem,
      Dag dag,
      RunState state,
      SlotState slots,
      Pools pools,
      PooledTimes times,
      double now) {
    this.dag = dag;
    this.pools = pools;
    this.times = times;
    running = new RemainingTimes[dag.nodeCount()];
    int[] seated = slots.running();
    for (int v : seated) {
      int node = times.node(v, slots.place(v));
      Law law = times.law(v, slots.place(v));
      running[v] =
          new RemainingTimes(times.durations(), law, node, Math.max(0, now - slots.since(v)));
      addRunning(running[v], hasMean(problem, v), hasVariance(problem, v));
    }
    open =
        IntStream.range(0, running.length)
            .filter(v -> state.isOpen(v) && running[v] == null)
            .toArray();
    int[] awaited = new int[running.length];
    for (int v : open) {
      awaited[v] = state.waits(v) ? state.awaited(v) : 0;
      addWaiting(times.law(v, pools.preferred(v)), hasMean(problem, v), hasVariance(problem, v));
    }
    start =
        new RunningSchedule.Start(
            list(seated),
            list(Arrays.stream(seated).map(slots::place).toArray()),
            list(slots.waiting()),
            list(awaited));
  }

  private static RunningSchedule.JobList list(int... numbers) {
    return new RunningSchedule.JobList(numbers);
  }

  private boolean hasMean(Problem problem, int v) {
    return problem.hasMean(v)
        && pools.list().stream().allMatch(p -> p.latency().mean() < Double.POSITIVE_INFINITY);
  }

  private boolean hasVariance(Problem problem, int v) {
    return problem.hasVariance(v)
        && pools.list().stream().allMatch(p -> p.latency().sd() < Double.POSITIVE_INFINITY);
  }

  @Override
  String method() {
    return "conditional list schedules";
  }

  @Override
  void fill(Bank bank, int replicate, double[] makespans) {
    Samples samples = new Samples(bank, replicate);
    RunningSchedule schedule = new RunningSchedule(dag, pools, start);
    for (int k = 0; k < makespans.length; k++) {
      samples.lane = k;
      makespans[k] = schedule.makespan(samples);
    }
  }

  /** The durations of one sample after another, selected by {@code lane}. */
  private final class Samples implements RunningSchedule.Times {
    private final float[][] rows = new float[times.nodeCount()][];
    private final float[][] rests = new float[running.length][];
    private int lane;

    Samples(Bank bank, int replicate) {
      Rows whole = bank.rows(replicate);
      for (int v : open) {
        for (int pool = 0; pool < pools.list().size(); pool++) {
          float[] row = whole.of(times.node(v, pool));
          rows[times.node(v, pool)] = bank.keepsDurations() ? row : row.clone();
        }
      }
      int[] bits = new int[BlockPass.LANES];
      for (int k = 0; k < start.running().size(); k++) {
        int v = start.running().number(k);
        rests[v] = new float[BlockPass.LANES];
        bank.draw(replicate, times.node(v, start.pools().number(k)), bits);
        running[v].fill(bits, rests[v]);
      }
    }

    @Override
    public double of(int job, int pool) {
      int node = times.node(job, pool);
      double time = times.durations().typical(node) + rows[node][lane];
      // A law with a very heavy tail may give more than fits in single precision.
      return Math.max(0, Math.min(time, Float.MAX_VALUE));
    }

    @Override
    public double rest(int job) {
      return Math.min(rests[job][lane], Float.MAX_VALUE);
    }
  }
}
