package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * The rest of a junction graph after series and parallel reductions. Each arc stands for a region,
 * or only orders its two junctions. Every arc leads from a smaller junction to a larger one; every
 * path begins at junction 0 and can be continued to the last junction.
 */
final class Core {

  final int junctionCount;
  final ArcList arcs;

  /** Takes the arcs over and renumbers their junctions from zero, in the same order. */
  Core(ArcList arcs, int junctions) {
    int[] number = new int[junctions];
    for (int a = 0; a < arcs.size; a++) {
      number[arcs.tail[a]] = 1;
      number[arcs.head[a]] = 1;
    }
    int count = 0;
    for (int j = 0; j < junctions; j++) {
      int used = number[j];
      number[j] = count;
      count += used;
    }
    arcs.renumber(number);
    this.junctionCount = count;
    this.arcs = arcs;
  }

  int sink() {
    return junctionCount - 1;
  }

  /**
   * Returns the junctions between the first and the last that all paths pass, that is, those that
   * no arc skips.
   */
  int[] cutJunctions() {
    int[] farthest = new int[junctionCount];
    for (int a = 0; a < arcs.size; a++) {
      farthest[arcs.tail[a]] = Math.max(farthest[arcs.tail[a]], arcs.head[a]);
    }
    int[] cuts = new int[junctionCount];
    int count = 0;
    int reached = farthest[0];
    for (int j = 1; j < sink(); j++) {
      if (reached == j) {
        cuts[count++] = j;
      }
      reached = Math.max(reached, farthest[j]);
    }
    return Arrays.copyOf(cuts, count);
  }

  /**
   * Returns the connected components that remain without the first and the last junction; these two
   * form sets of their own.
   */
  UnionFind components() {
    UnionFind components = new UnionFind(junctionCount);
    for (int a = 0; a < arcs.size; a++) {
      if (arcs.tail[a] != 0 && arcs.head[a] != sink()) {
        components.union(arcs.tail[a], arcs.head[a]);
      }
    }
    return components;
  }
}
