package io.flowgauge.probabilistic.sampling;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/**
 * Draws makespans of a workflow with unbounded slots. Stratification removes the variation that an
 * activity contributes by itself, but not what it contributes in interaction with others, which
 * needs more samples. Drawing a duration takes longer than adding it, so each is used in several
 * samples of its set, combined with different durations of the other activities. Thread-safe.
 */
public final class BlockSampler implements Sampler {
  private static final int LEAST_STRATA = 128;

  /** Number of samples from which the variation of makespans is first estimated. */
  private static final int FIRST_LOOK = 32;

  /**
   * Number of strata with which one set per replicate is about enough, for one activity and a
   * relative error of 1. Makespans of more activities vary less.
   */
  private static final double STRATA_NEEDED = 0.15;

  /**
   * Number of strata that is certainly enough for makespans that vary as much as the requested
   * error.
   */
  private static final double STRATA_ENOUGH = 0.12;

  /**
   * Number of activities above which fewer strata are used, because one set per replicate takes
   * long then.
   */
  private static final int LARGE = 1 << 17;

  /** Greatest number of ends that a pass holds because of more strata or turns. */
  private static final int MOST_HELD = 1 << 22;

  private final Plan plan;
  private final DurationTables durations;
  private final int strata;
  private final int turns;

  /** Buffers that no thread is using. */
  private final Queue<BlockPass> passes = new ConcurrentLinkedQueue<>();

  /**
   * Creates a sampler of a graph.
   *
   * @param durations durations of its nodes
   * @param goal the goal for which samples are drawn
   */
  public BlockSampler(Dag dag, DurationTables durations, Sampling.Goal goal) {
    plan = Plan.of(dag, durations);
    this.durations = durations;
    int usual = strata(goal);
    boolean isLarge = plan.node.length >= LARGE || (long) plan.rowCount * usual > MOST_HELD;
    strata = isLarge ? BlockPass.LANES : usual;
    turns = turns(goal);
  }

  private int strata(Sampling.Goal goal) {
    long held = MOST_HELD / Math.max(1, plan.rowCount);
    long affordable = Math.min(goal.maxSamples() / Sampling.REPLICATES, held) / Strata.TURNS;
    double error = goal.accuracy().relativeError();
    double needed = STRATA_NEEDED / (plan.node.length * error * error);
    if (needed <= LEAST_STRATA || affordable < 2L * LEAST_STRATA) {
      return LEAST_STRATA;
    }
    double excess = variation(goal.accuracy().seed()) / error;
    double most = Math.min(STRATA_ENOUGH * excess * excess, Strata.MOST);
    int strata = LEAST_STRATA;
    while (strata < Math.min(needed, most) && 2L * strata <= affordable) {
      strata *= 2;
    }
    return strata;
  }

  /** Estimates the standard deviation of makespans divided by their mean. */
  private double variation(long seed) {
    BlockPass pass = new BlockPass(plan, FIRST_LOOK);
    pass.run(new DrawnRows(durations, new Strata(seed, FIRST_LOOK), 1));
    Replicate some =
        Replicate.of(IntStream.range(0, FIRST_LOOK).mapToDouble(pass::makespan).toArray());
    return some.sd(1) / some.mean(1);
  }

  /**
   * Chooses the number of samples that use each duration. It is 1 if several instances are
   * compared, because their longest depends on few durations far out.
   */
  private int turns(Sampling.Goal goal) {
    long wanted = goal.maxSamples() / Sampling.REPLICATES / strata;
    long affordable = Math.min(wanted, MOST_HELD / strata / Math.max(1, plan.rowCount));
    return goal.count() > 1 || affordable < 2
        ? 1
        : Integer.highestOneBit((int) Math.min(affordable, Strata.TURNS));
  }

  @Override
  public int setSize() {
    return strata * turns;
  }

  @Override
  public int turns() {
    return turns;
  }

  @Override
  public void draw(long seed, double[] out, int at) {
    BlockPass known = passes.poll();
    BlockPass pass = known == null ? new BlockPass(plan, setSize()) : known;
    pass.run(new DrawnRows(durations, new Strata(seed, strata), turns));
    for (int k = 0; k < setSize(); k++) {
      out[at + k] = pass.makespan(k);
    }
    passes.add(pass);
  }
}
