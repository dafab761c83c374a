package io.flowgauge.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Checks by definition that a tree is the modular decomposition of a graph's order, in polynomial
 * time.
 *
 * <p>It is, if members are ordered as the kind of their region demands, no sequence or parallel
 * section is a member of a region of its own kind, and quotients have no proper modules: the
 * decomposition is unique (Möhring and Radermacher, Substitution decomposition, 1984).
 */
final class DecompositionAssert {

  private final RegionTree tree;
  private final boolean[][] reach;
  private final List<List<Integer>> nodes = new ArrayList<>();

  private DecompositionAssert(RegionTree tree, Dag dag) {
    this.tree = tree;
    this.reach = RandomGraphs.closure(dag);
    for (int r = 0; r < tree.size(); r++) {
      nodes.add(new ArrayList<>());
    }
  }

  static void assertModularDecomposition(RegionTree tree, Dag dag) {
    DecompositionAssert check = new DecompositionAssert(tree, dag);
    check.collectNodes();
    for (int r = 0; r < tree.size(); r++) {
      check.checkRegion(r);
    }
  }

  private void collectNodes() {
    for (int r = tree.size() - 1; r >= 0; r--) {
      if (tree.kind(r) == RegionKind.ACTIVITY) {
        nodes.get(r).add(tree.activity(r));
        assertThat(tree.leaf(tree.activity(r))).isEqualTo(r);
      }
      int next = r + 1;
      for (int k = 0; k < tree.memberCount(r); k++) {
        int child = tree.members(r)[k];
        assertThat(child).as("members are numbered one subtree after the other").isEqualTo(next);
        assertThat(tree.parent(child)).isEqualTo(r);
        nodes.get(r).addAll(nodes.get(child));
        next += regionsBelow(child);
      }
      assertThat(tree.end(r)).isEqualTo(next);
      assertThat(tree.activityCount(r)).isEqualTo(nodes.get(r).size());
    }
    assertThat(nodes.get(0))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, reach.length).boxed().toList());
  }

  private int regionsBelow(int region) {
    int count = 1;
    for (int k = 0; k < tree.memberCount(region); k++) {
      count += regionsBelow(tree.members(region)[k]);
    }
    return count;
  }

  private void checkRegion(int region) {
    int members = tree.memberCount(region);
    for (int i = 0; i < members; i++) {
      int child = tree.members(region)[i];
      if (tree.kind(region) != RegionKind.IRREGULAR) {
        assertThat(tree.kind(child)).isNotEqualTo(tree.kind(region));
      }
    }
    boolean[][] order = orderOfMembers(region);
    switch (tree.kind(region)) {
      case ACTIVITY -> assertThat(members).isZero();
      case SEQUENCE -> checkAll(order, true);
      case PARALLEL -> checkAll(order, false);
      case IRREGULAR -> checkIrregular(region, order);
      default -> throw new AssertionError("found a region of kind " + tree.kind(region));
    }
    if (tree.kind(region) == RegionKind.PARALLEL || tree.kind(region) == RegionKind.IRREGULAR) {
      checkSortedBySmallestNode(region);
    }
  }

  /** Returns how the members of a region are ordered; checks that each member is a module. */
  private boolean[][] orderOfMembers(int region) {
    int members = tree.memberCount(region);
    boolean[][] order = new boolean[members][members];
    for (int i = 0; i < members; i++) {
      for (int k = 0; k < members; k++) {
        if (i != k) {
          order[i][k] = precedes(tree.members(region)[i], tree.members(region)[k]);
        }
      }
    }
    return order;
  }

  private boolean precedes(int before, int after) {
    boolean precedes = reach[nodes.get(before).get(0)][nodes.get(after).get(0)];
    for (int u : nodes.get(before)) {
      for (int v : nodes.get(after)) {
        assertThat(reach[u][v]).isEqualTo(precedes);
      }
    }
    return precedes;
  }

  private static void checkAll(boolean[][] order, boolean ordered) {
    assertThat(order.length).isGreaterThan(1);
    for (int i = 0; i < order.length; i++) {
      for (int k = 0; k < order.length; k++) {
        assertThat(order[i][k]).isEqualTo(ordered && i < k);
      }
    }
  }

  private void checkSortedBySmallestNode(int region) {
    assertThat(
            IntStream.range(0, tree.memberCount(region)).map(k -> tree.members(region)[k]).boxed())
        .extracting(r -> nodes.get(r).stream().min(Integer::compare).orElseThrow())
        .isSorted();
  }

  private void checkIrregular(int region, boolean[][] order) {
    assertThat(tree.quotient(region)).isEqualTo(RandomGraphs.reductionOf(order));
    assertThat(order.length).isGreaterThanOrEqualTo(4);
    for (int i = 0; i < order.length; i++) {
      for (int k = 0; k < i; k++) {
        assertThat(smallestModule(order, i, k)).isEqualTo(order.length);
      }
    }
  }

  /** Returns the size of the smallest module that contains both nodes. */
  private static int smallestModule(boolean[][] order, int i, int k) {
    List<Integer> module = new ArrayList<>(List.of(i, k));
    boolean[] in = new boolean[order.length];
    in[i] = true;
    in[k] = true;
    for (int next = 1; next < module.size(); next++) {
      int m = module.get(next);
      for (int x = 0; x < order.length; x++) {
        if (!in[x] && (order[x][m] != order[x][i] || order[m][x] != order[i][x])) {
          in[x] = true;
          module.add(x);
        }
      }
    }
    return module.size();
  }
}
