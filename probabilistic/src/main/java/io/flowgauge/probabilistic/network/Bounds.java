package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.enclosure.Discrete;
import io.flowgauge.probabilistic.enclosure.Side;
import io.flowgauge.probabilistic.reduction.DiscreteCurves;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bounds of the expected makespan that hold independently of the forecast's method. Because the
 * longest path is no shorter than any given path, the lower bound is the longest path of means, or
 * of lower bounds of the means of series-parallel regions. The upper bound treats paths as
 * independent: ends of activities increase with every duration, so the probability that several are
 * early is no less than if they were independent (Esary, Proschan, Walkup: Association of random
 * variables, 1967). Large graphs are bounded level by level instead, because a path visits at most
 * one activity of each level. Not thread-safe.
 */
final class Bounds {
  private static final int CELLS = 1024;

  /**
   * Cells of lower bounds. These round values down, which needs more cells than upper bounds, which
   * keep the mean.
   */
  private static final int CELLS_BELOW = 8192;

  /** Greatest number of activities for which one convolution each is affordable. */
  private static final int MOST = 2048;

  private final Problem problem;

  Bounds(Problem problem) {
    this.problem = problem;
  }

  Range bracket() {
    if (!problem.hasMean()) {
      return new Range(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
    if (problem.options.hasPools()) {
      return new PoolBounds(problem).bracket();
    }
    if (problem.options.isBounded()) {
      return new SlotBounds(problem).bracket();
    }
    double lower = lower();
    return new Range(lower, Math.max(lower, upper()));
  }

  /** Returns the length of the longest path of mean times. */
  double meanPath() {
    double[] mean = new double[problem.shapes.size()];
    for (int shape : Arrays.stream(problem.leaf).distinct().toArray()) {
      mean[shape] = problem.shapes.law(shape).mean();
    }
    return new LongestMeanPath(problem.reduction.reduced(), v -> mean[problem.leaf[v]]).length();
  }

  private boolean isSmall() {
    return problem.reduction.core().nodeCount() <= MOST && problem.shapes.size() <= MOST;
  }

  private double lower() {
    double lower = meanPath();
    int[] core = problem.reduction.coreShapes(problem.shapes, problem.leaf);
    if (!isSmall()) {
      return lower;
    }
    DiscreteCurves below = curves(Side.BELOW, CELLS_BELOW);
    int[] regions = IntStream.of(core).filter(s -> problem.shapes.law(s) == null).toArray();
    double[] mean = below.means(below.of(regions));
    LongestMeanPath path = new LongestMeanPath(problem.reduction.core(), v -> mean[core[v]]);
    return problem.instances() == 1
        ? Math.max(lower, path.length())
        : Math.max(lower, below.sum(path.nodes().map(v -> core[v])).mean(problem.instances()));
  }

  double upper() {
    int[] core = problem.reduction.coreShapes(problem.shapes, problem.leaf);
    if (!isSmall()) {
      return new LevelBound(problem).upper();
    }
    DiscreteCurves above = curves(Side.ABOVE, CELLS);
    Discrete[] bounds = above.of(core);
    if (core.length == 1 && problem.instances() == 1) {
      return above.means(bounds)[core[0]];
    }
    return above.independent(problem.reduction.core(), core, bounds).mean(problem.instances());
  }

  private DiscreteCurves curves(Side side, int cells) {
    return new DiscreteCurves(problem.shapes, side, cells, problem.tail());
  }
}
