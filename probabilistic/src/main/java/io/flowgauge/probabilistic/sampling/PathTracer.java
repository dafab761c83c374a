package io.flowgauge.probabilistic.sampling;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Hash;
import io.flowgauge.probabilistic.draw.Strata;

/** Draws blocks of samples, keeps all ends, and steps back along longest paths. Not thread-safe. */
public final class PathTracer implements Tracer {
  private static final int NONE = -1;

  private final DurationTables durations;
  private final Plan plan;
  private final BlockPass pass;
  private final long seed;

  /**
   * A tracer of a graph.
   *
   * @param durations of its nodes
   */
  public PathTracer(Dag dag, DurationTables durations, long seed) {
    this.durations = durations;
    this.seed = seed;
    plan = Plan.keepingAll(dag, durations);
    pass = new BlockPass(plan);
  }

  @Override
  public void draw(int first) {
    pass.run(new DrawnRows(durations, new Strata(Hash.of(seed, first), BLOCK), 0));
  }

  @Override
  public double makespan(int lane) {
    return pass.makespan(lane);
  }

  @Override
  public DelayChain chain(int lane) {
    int last = last(lane);
    int length = 0;
    for (int place = last; place != NONE; place = latestBefore(place, lane)) {
      length++;
    }
    DelayChain chain = new DelayChain(length);
    for (int place = last; place != NONE; ) {
      int before = latestBefore(place, lane);
      double start = before == NONE ? 0 : pass.end(before, lane);
      chain.prepend(plan.node[place], pass.end(place, lane) - start);
      place = before;
    }
    return chain;
  }

  private int last(int lane) {
    int best = NONE;
    for (int place = 0; place < plan.node.length; place++) {
      if (plan.isSink[place]) {
        best = later(best, place, lane);
      }
    }
    return best;
  }

  private int latestBefore(int place, int lane) {
    int best = NONE;
    for (int k = plan.start[place]; k < plan.start[place + 1]; k++) {
      best = later(best, plan.before[k], lane);
    }
    return best;
  }

  private int later(int best, int place, int lane) {
    return best == NONE || pass.end(place, lane) > pass.end(best, lane) ? place : best;
  }
}
