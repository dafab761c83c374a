package io.flowgauge.probabilistic.sampling;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;

/** Draws makespans of a workflow with as many slots as it wants. Thread-safe. */
public final class BlockSampler implements Sampler {
  /** Samples of a set; of large workflows fewer, as one set for each replicate takes long then. */
  private static final int SET = 128;

  private static final int LARGE = 1 << 17;

  private final Plan plan;
  private final DurationTables durations;

  /**
   * A sampler of a graph.
   *
   * @param durations of its nodes
   */
  public BlockSampler(Dag dag, DurationTables durations) {
    plan = Plan.of(dag, durations);
    this.durations = durations;
  }

  @Override
  public int set() {
    return plan.node.length < LARGE ? SET : BlockPass.LANES;
  }

  @Override
  public void draw(long seed, double[] out, int at) {
    BlockPass pass = new BlockPass(plan);
    Strata strata = new Strata(seed, set());
    for (int first = 0; first < set(); first += BlockPass.LANES) {
      pass.run(new DrawnRows(durations, strata, first));
      for (int k = 0; k < BlockPass.LANES; k++) {
        out[at + first + k] = pass.makespan(k);
      }
    }
  }
}
