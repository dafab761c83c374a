package io.flowgauge.metrics.activity;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.LongestPath;
import java.util.Arrays;

/** Processing times as weights of a graph's nodes. Stateless. */
public final class PathWeights {

  private PathWeights() {}

  /**
   * Returns T of some activities, or 0 if it is not known. If a path is impossibly long, more than
   * 292 years, each time is limited to an equal share of that.
   *
   * @param dag a graph with a node for each activity
   * @param wallclocks T in nanoseconds, negative if it is not known
   * @return weights whose sum along any path is a {@code long}
   */
  public static long[] of(Dag dag, long[] wallclocks) {
    long[] weights = Arrays.stream(wallclocks).map(t -> Math.max(0, t)).toArray();
    if (overflows(dag, weights)) {
      long share = Long.MAX_VALUE / weights.length;
      Arrays.setAll(weights, a -> Math.min(share, weights[a]));
    }
    return weights;
  }

  private static boolean overflows(Dag dag, long[] weights) {
    if (Arrays.stream(weights).asDoubleStream().sum() < Long.MAX_VALUE / 2.0) {
      return false;
    }
    try {
      return LongestPath.of(dag, weights).length() < 0;
    } catch (ArithmeticException e) {
      return true;
    }
  }
}
