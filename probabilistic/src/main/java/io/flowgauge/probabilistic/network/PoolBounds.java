package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.slots.Pools;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bounds of the expected makespan on pools, for any schedule that leaves no slot idle while an
 * activity that may use it could start. The pool in which an activity runs does not depend on its
 * time there, so its expected time lies between the least and the greatest mean of its pools. Not
 * thread-safe.
 */
final class PoolBounds {
  private final Problem problem;
  private final Pools pools;

  PoolBounds(Problem problem) {
    this.problem = problem;
    pools = problem.options.pools(problem.leaf.length);
  }

  /**
   * Returns the bounds. The lower one is the longest path, or all work spread over all slots, with
   * each activity in its fastest pool. The upper one is all activities one after another, each in
   * its slowest pool, because at any time some activity runs. Graham's bound does not hold:
   * activities may wait while other pools have free slots.
   */
  Range bracket() {
    double[] least = activities().mapToDouble(v -> means(v)[0]).toArray();
    double path = new LongestMeanPath(problem.reduction.reduced(), v -> least[v]).length();
    double slots = Arrays.stream(pools.slots()).asDoubleStream().sum();
    double lower = Math.max(path, Arrays.stream(least).sum() / slots);
    double upper =
        activities()
            .mapToDouble(
                v -> {
                  double[] means = means(v);
                  return means[means.length - 1];
                })
            .sum();
    return new Range(lower, Math.max(lower, upper));
  }

  private IntStream activities() {
    return IntStream.range(0, problem.leaf.length);
  }

  /**
   * Returns the mean times of an activity in the pools that it may run in, ascending; negative
   * times count as 0.
   */
  private double[] means(int activity) {
    return pools
        .allowed(activity)
        .mapToObj(pool -> problem.pooled().law(activity, pool))
        .map(law -> law.lower() >= 0 ? law : law.clippedAtZero())
        .mapToDouble(Law::mean)
        .sorted()
        .toArray();
  }
}
