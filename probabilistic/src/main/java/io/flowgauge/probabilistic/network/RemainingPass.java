package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.RemainingTimes;
import io.flowgauge.probabilistic.sampling.Bank;
import io.flowgauge.probabilistic.sampling.BlockPass;
import io.flowgauge.probabilistic.sampling.Plan;
import io.flowgauge.probabilistic.sampling.Rows;

/** The rest of a run with unlimited slots. */
final class RemainingPass extends RemainingRun {
  private final Plan plan;

  /** Remaining times of running activities; null for those that wait. */
  private final RemainingTimes[] running;

  RemainingPass(Problem problem, Dag dag, RunState state, DurationTables durations, double now) {
    plan = Plan.of(dag, durations, state);
    running = new RemainingTimes[dag.nodeCount()];
    for (int v : plan.nodes()) {
      if (state.waits(v)) {
        addWaiting(problem.law(v), problem.hasMean(v), problem.hasVariance(v));
      } else {
        running[v] =
            new RemainingTimes(durations, problem.law(v), v, Math.max(0, now - state.startTime(v)));
        addRunning(running[v], problem.hasMean(v), problem.hasVariance(v));
      }
    }
  }

  @Override
  String method() {
    return "conditional sample bank";
  }

  @Override
  void fill(Bank bank, int replicate, double[] makespans) {
    BlockPass pass = new BlockPass(plan);
    Rows waiting = bank.rows(replicate);
    int[] bits = new int[BlockPass.LANES];
    float[] row = new float[BlockPass.LANES];
    pass.run(
        v -> {
          if (running[v] == null) {
            return waiting.of(v);
          }
          bank.draw(replicate, v, bits);
          running[v].fill(bits, row);
          return row;
        });
    for (int k = 0; k < makespans.length; k++) {
      makespans[k] = pass.makespan(k);
    }
  }
}
