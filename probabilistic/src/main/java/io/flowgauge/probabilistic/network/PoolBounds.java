package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.slots.Pools;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bounds of the expected makespan on pools, for any schedule that leaves no slot idle while an
 * activity that may have it could start. Which pool an activity runs in does not depend on how long
 * it will take there, so that its expected time is between the least and the greatest of its pools.
 * Not thread-safe.
 */
final class PoolBounds {
  private final Problem problem;
  private final Pools pools;

  PoolBounds(Problem problem) {
    this.problem = problem;
    pools = problem.options.pools(problem.leaf.length);
  }

  /**
   * From the longest path, or all work spread over all slots, each activity in its fastest pool, to
   * all activities one after another, each in its slowest: some activity always runs. Graham's
   * bound does not hold, as activities may wait while there are free slots elsewhere.
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

  /** Of an activity in the pools that it may run in, ascending; negative times count as 0. */
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
