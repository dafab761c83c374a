package io.flowgauge.probabilistic.sampling;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Hash;
import io.flowgauge.probabilistic.draw.Strata;
import java.util.function.IntPredicate;

/**
 * Draws blocks of samples, keeps all ends of a block, and steps back along longest paths. Samples
 * are drawn once for all makespans, and the relevant ones again for their chains, because keeping
 * all ends would take too much memory. Immutable and thread-safe.
 */
public final class PathTraces implements Traces {
  private static final int NONE = -1;

  private final DurationTables durations;
  private final Plan plan;
  private final long seed;
  private final int samples;

  /**
   * Prepares the samples of a graph.
   *
   * @param durations durations of its nodes
   * @param samples number of samples, a multiple of {@link BlockPass#LANES}
   */
  public PathTraces(Dag dag, DurationTables durations, long seed, int samples) {
    this.durations = durations;
    this.seed = seed;
    this.samples = samples;
    plan = Plan.keepingAll(dag, durations);
  }

  private void draw(BlockPass pass, int first) {
    pass.run(new DrawnRows(durations, new Strata(Hash.of(seed, first), BlockPass.LANES), 1));
  }

  @Override
  public double[] makespans() {
    double[] makespans = new double[samples];
    BlockPass pass = new BlockPass(plan);
    for (int first = 0; first < samples; first += BlockPass.LANES) {
      draw(pass, first);
      for (int k = 0; k < BlockPass.LANES; k++) {
        makespans[first + k] = pass.makespan(k);
      }
    }
    return makespans;
  }

  @Override
  public void forEach(IntPredicate counts, Action action) {
    BlockPass pass = new BlockPass(plan);
    for (int first = 0; first < samples; first += BlockPass.LANES) {
      boolean drawn = false;
      for (int k = 0; k < BlockPass.LANES; k++) {
        if (counts.test(first + k)) {
          if (!drawn) {
            draw(pass, first);
            drawn = true;
          }
          action.take(first + k, chain(pass, k));
        }
      }
    }
  }

  private DelayChain chain(BlockPass pass, int lane) {
    int last = last(pass, lane);
    int length = 0;
    for (int place = last; place != NONE; place = latestBefore(pass, place, lane)) {
      length++;
    }
    DelayChain chain = new DelayChain(length);
    for (int place = last; place != NONE; ) {
      int before = latestBefore(pass, place, lane);
      double start = before == NONE ? 0 : pass.end(before, lane);
      chain.prepend(plan.node[place], pass.end(place, lane) - start);
      place = before;
    }
    return chain;
  }

  private int last(BlockPass pass, int lane) {
    int best = NONE;
    for (int place = 0; place < plan.node.length; place++) {
      if (plan.isSink[place]) {
        best = later(pass, best, place, lane);
      }
    }
    return best;
  }

  private int latestBefore(BlockPass pass, int place, int lane) {
    int best = NONE;
    for (int k = plan.start[place]; k < plan.start[place + 1]; k++) {
      best = later(pass, best, plan.before[k], lane);
    }
    return best;
  }

  private static int later(BlockPass pass, int best, int place, int lane) {
    return best == NONE || pass.end(place, lane) > pass.end(best, lane) ? place : best;
  }
}
