package io.flowgauge.benchmarks;

import java.util.SplittableRandom;

/** Shapes of generated workflows. Activities are numbered so that dependencies go upwards. */
public enum Shape {
  /** A thousand layers; each activity depends on three of the layer before it. */
  LAYERED {
    @Override
    void connect(int activities, SplittableRandom random, Topology to) {
      int width = Math.max(FAN_IN, activities / LAYERS);
      for (int a = width; a < activities; a++) {
        int layer = a / width * width;
        connectDistinct(a, layer - width, layer, random, to);
      }
    }
  },

  /** Each activity depends on three of the hundred before it. */
  LOCAL {
    @Override
    void connect(int activities, SplittableRandom random, Topology to) {
      for (int a = FAN_IN; a < activities; a++) {
        connectDistinct(a, Math.max(0, a - WINDOW), a, random, to);
      }
    }
  },

  /**
   * A chain of forks, each with up to two hundred members and a join that is the next fork. It has
   * two dependencies for each activity, not three, because any more would be redundant.
   */
  FORK_JOINS {
    @Override
    void connect(int activities, SplittableRandom random, Topology to) {
      int fork = 0;
      while (fork < activities - 2) {
        int members = 1 + random.nextInt(MOST_MEMBERS);
        int join = Math.min(activities - 1, fork + 1 + members);
        for (int member = fork + 1; member < join; member++) {
          to.add(fork, member);
          to.add(member, join);
        }
        fork = join;
      }
    }
  };

  private static final int LAYERS = 1_000;
  private static final int FAN_IN = 3;
  private static final int WINDOW = 100;
  private static final int MOST_MEMBERS = 200;

  abstract void connect(int activities, SplittableRandom random, Topology to);

  /** Adds three different predecessors from a range of at least three activities. */
  private static void connectDistinct(
      int activity, int first, int behind, SplittableRandom random, Topology to) {
    int a = random.nextInt(first, behind);
    int b = random.nextInt(first, behind);
    while (b == a) {
      b = random.nextInt(first, behind);
    }
    int c = random.nextInt(first, behind);
    while (c == a || c == b) {
      c = random.nextInt(first, behind);
    }
    to.add(a, activity);
    to.add(b, activity);
    to.add(c, activity);
  }
}
