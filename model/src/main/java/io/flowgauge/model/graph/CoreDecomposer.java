package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * Decomposes the core of a graph, that is, what series and parallel reductions leave of it. The
 * core has neither parallel arcs nor an arc from its first junction to its last.
 *
 * <p>With an arc added between its ends, the core is biconnected, and its regions are its split
 * components. Finding these takes linear time with a large constant, while most of a large
 * irregular workflow is a single triconnected component with only small parts inside, if any.
 * Therefore only the surroundings of junctions that may lie inside smaller parts are split. The
 * rest is replaced by three hubs, joined to each other and to every junction on the border: like
 * the rest, they hold the border together in one triconnected component.
 */
final class CoreDecomposer {
  private static final int HUBS = 3;
  private static final int ENDS = 2;

  /**
   * Largest depth to which pieces are taken apart, so that nesting does not cost quadratic time.
   */
  private static final int MOST_LEVELS = 4;

  private final Core core;
  private final RegionForest forest;

  private CoreDecomposer(Core core, RegionForest forest) {
    this.core = core;
    this.forest = forest;
  }

  /** Decomposes a core and returns its region. Consumes the arcs of the core. */
  static int decompose(Core core, RegionForest forest) {
    return decompose(core, forest, 0);
  }

  private static int decompose(Core core, RegionForest forest, int level) {
    CoreDecomposer decomposer = new CoreDecomposer(core, forest);
    int[] cuts = core.cutJunctions();
    if (cuts.length > 0) {
      return level < MOST_LEVELS
          ? decomposer.inSequence(CorePieces.seriesPieces(core, cuts), level)
          : decomposer.decomposeWhole();
    }
    UnionFind components = core.components();
    if (components.count() > ENDS + 1) {
      return level < MOST_LEVELS
          ? decomposer.inParallel(CorePieces.parallelPieces(core, components), level)
          : decomposer.decomposeWhole();
    }
    return decomposer.decomposeConnected();
  }

  private int inSequence(CorePieces.Piece[] pieces, int level) {
    int joined = RegionForest.NOTHING;
    for (CorePieces.Piece piece : pieces) {
      joined = forest.sequence(joined, regionOf(piece, level));
    }
    return joined;
  }

  private int inParallel(CorePieces.Piece[] pieces, int level) {
    int joined = RegionForest.NOTHING;
    for (CorePieces.Piece piece : pieces) {
      joined = forest.parallel(joined, regionOf(piece, level));
    }
    return joined;
  }

  private int regionOf(CorePieces.Piece piece, int level) {
    if (piece.arcs().size == 0) {
      return piece.direct();
    }
    Core inner = new Core(piece.arcs(), piece.junctionCount());
    return forest.parallel(piece.direct(), decompose(inner, forest, level + 1));
  }

  /**
   * Decomposes a core that has no cut junctions and stays connected without its ends. It is one
   * irregular region.
   */
  private int decomposeConnected() {
    boolean[] inside = ModuleCandidates.of(core).inside();
    int candidates = ModuleCandidates.count(inside);
    if (candidates == 0) {
      return Skeleton.irregular(core.arcs, core.junctionCount, forest);
    }
    return 2 * candidates < core.junctionCount ? decomposeAround(inside) : decomposeWhole();
  }

  private int decomposeWhole() {
    core.arcs.add(0, core.sink(), RegionForest.NOTHING);
    return new SplitTree(core.junctionCount, core.arcs, forest).topRegion();
  }

  private int decomposeAround(boolean[] inside) {
    ArcList inner = new ArcList(16);
    ArcList outer = new ArcList(core.arcs.size);
    int[] number = IndexTable.empty(core.junctionCount);
    for (int a = 0; a < core.arcs.size; a++) {
      int tail = core.arcs.tail[a];
      int head = core.arcs.head[a];
      if (inside[tail] || inside[head]) {
        inner.add(tail, head, core.arcs.region[a]);
        number[tail] = 0;
        number[head] = 0;
      } else {
        outer.add(tail, head, core.arcs.region[a]);
      }
    }
    core.arcs.release();
    ArcList rest = withRegionsOf(inner, outer, number, inside);
    return Skeleton.irregular(rest, core.junctionCount, forest);
  }

  /**
   * Returns the outer arcs together with arcs for the regions found among the inner ones. An arc
   * for such a region may be in series with a lone outer arc; these are reduced to a sequence.
   */
  private ArcList withRegionsOf(ArcList inner, ArcList outer, int[] number, boolean[] inside) {
    int[] junctions = numberUsed(number);
    inner.renumber(number);
    addHubs(inner, junctions, inside);
    new SplitTree(junctions.length + HUBS, inner, forest).addTop(outer, junctions);
    SeriesParallelReducer reducer = new SeriesParallelReducer(outer, core.junctionCount, forest);
    reducer.reduce(false);
    return reducer.rest();
  }

  /** Numbers the junctions in use in ascending order, and returns them in that order. */
  private static int[] numberUsed(int[] number) {
    int[] junctions = new int[number.length];
    int count = 0;
    for (int j = 0; j < number.length; j++) {
      if (number[j] != NONE) {
        junctions[count] = j;
        number[j] = count++;
      }
    }
    return Arrays.copyOf(junctions, count);
  }

  private static void addHubs(ArcList arcs, int[] junctions, boolean[] inside) {
    int hub = junctions.length;
    for (int i = 0; i < junctions.length; i++) {
      for (int h = 0; h < HUBS && !inside[junctions[i]]; h++) {
        arcs.add(i, hub + h, RegionForest.NOTHING);
      }
    }
    arcs.add(hub, hub + 1, RegionForest.NOTHING);
    arcs.add(hub, hub + 2, RegionForest.NOTHING);
    arcs.add(hub + 1, hub + 2, RegionForest.NOTHING);
  }
}
