package io.flowgauge.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Activities and dependencies of a generated workflow, as bare numbers. Not thread-safe. */
final class Topology {
  private static final long SEED = 20061;

  private final int activities;
  private int[] from;
  private int[] to;
  private int count;

  private Topology(int activities) {
    this.activities = activities;
    this.from = new int[3 * activities + 1];
    this.to = new int[3 * activities + 1];
  }

  /** Generates a workflow; the result depends only on the arguments. */
  static Topology of(Shape shape, int activities) {
    Topology topology = new Topology(activities);
    shape.connect(activities, new SplittableRandom(SEED), topology);
    return topology;
  }

  void add(int earlier, int later) {
    if (count == from.length) {
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    from[count] = earlier;
    to[count++] = later;
  }

  int activities() {
    return activities;
  }

  int dependencies() {
    return count;
  }

  int from(int dependency) {
    return from[dependency];
  }

  int to(int dependency) {
    return to[dependency];
  }
}
