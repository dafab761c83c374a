package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.DecompositionAssert.assertModularDecomposition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.flowgauge.workflow.RegionKind;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class DecompositionTest {

  @Test
  void of_noNodes_isAnEmptySequence() {
    RegionTree tree = Decomposition.of(graph(0, ""));
    assertThat(tree.kind(0)).isEqualTo(RegionKind.SEQUENCE);
    assertThat(tree.memberCount(0)).isZero();
    assertThat(tree).hasToString("RegionTree[1 regions, 0 activities]");
    assertThat(RegionText.of(tree)).isEqualTo("()");
  }

  @Test
  void of_singleNode_isAnActivity() {
    RegionTree tree = Decomposition.of(graph(1, ""));
    assertThat(tree.kind(0)).isEqualTo(RegionKind.ACTIVITY);
    assertThat(tree.activity(0)).isZero();
    assertThat(tree.leaf(0)).isEqualTo(0);
    assertThat(RegionText.of(tree)).isEqualTo("0");
  }

  @Test
  void of_seriesParallelGraphs_nestsSequencesAndParallelSections() {
    assertThat(describe(2, "")).isEqualTo("(0 | 1)");
    assertThat(describe(2, "1-0")).isEqualTo("(1 ; 0)");
    assertThat(describe(4, "0-1 0-2 1-3 2-3")).isEqualTo("(0 ; (1 | 2) ; 3)");
    assertThat(describe(5, "4-2 1-3 3-0")).isEqualTo("((1 ; 3 ; 0) | (4 ; 2))");
  }

  @Test
  void of_impliedEdge_changesNothing() {
    assertThat(describe(4, "0-1 0-2 1-3 2-3 0-3")).isEqualTo("(0 ; (1 | 2) ; 3)");
  }

  @Test
  void of_completeBipartiteLayer_isASequenceOfSections() {
    assertThat(describe(5, "0-2 0-3 0-4 1-2 1-3 1-4")).isEqualTo("((0 | 1) ; (2 | 3 | 4))");
  }

  @Test
  void of_incompleteLayer_isIrregular() {
    RegionTree tree = Decomposition.of(graph(4, "0-2 1-2 1-3"));
    assertThat(RegionText.of(tree)).isEqualTo("<0 1 2 3>");
    assertThat(tree.quotient(0)).isEqualTo(graph(4, "0-2 1-2 1-3"));
    assertThat(irregularCount(tree)).isOne();
  }

  @Test
  void of_irregularInPlaceOfAnActivityOfAnother_isAMemberOfItsOwn() {
    // 4..7 form an N, and so do 0, 1, 2 and the module 4..7.
    RegionTree tree = Decomposition.of(graph(8, "4-6 5-6 5-7 0-2 1-2 1-4 1-5"));
    assertThat(RegionText.of(tree)).isEqualTo("(<0 1 2 <4 5 6 7>> | 3)");
    int outer = tree.members(0)[0];
    assertThat(tree.quotient(outer)).isEqualTo(graph(4, "0-2 1-2 1-3"));
  }

  @Test
  void of_irregularPartsBesideAndBehindEachOther_areMembersOfTheirOwn() {
    String edges = "0-2 1-2 1-3 4-6 5-6 5-7";
    assertThat(describe(8, edges)).isEqualTo("(<0 1 2 3> | <4 5 6 7>)");
    // Two more such parts after both, with one activity between.
    String behind =
        edges + " 2-8 3-8 6-8 7-8 8-9 8-10 9-11 10-11 10-12 8-13 8-14 13-15 14-15 14-16";
    assertThat(describe(17, behind))
        .isEqualTo("((<0 1 2 3> | <4 5 6 7>) ; 8 ; (<9 10 11 12> | <13 14 15 16>))");
  }

  @Test
  void of_irregularPartInALongNestOfSections_isFound() {
    EdgeList edges = EdgeList.parse("0-2 1-2 1-3").add(2, 5).add(3, 5).add(4, 5);
    String text = "((<0 1 2 3> | 4) ; 5)";
    int levels = 30;
    for (int v = 6; v < 6 + 2 * levels; v += 2) {
      edges.add(v - 1, v + 1).add(v, v + 1);
      text = "((" + text + " | " + v + ") ; " + (v + 1) + ")";
    }
    RegionTree tree = Decomposition.of(edges.toDag(6 + 2 * levels));
    assertThat(RegionText.of(tree)).isEqualTo(text);
  }

  @Test
  void of_innerPartBesideALoneActivity_isASequence() {
    // An irregular part followed by a single activity, inside a larger irregular part.
    String edges = "0-2 0-7 1-0 1-3 1-6 3-0 3-2 4-7 5-0 6-0 6-7 8-2 8-3 8-5 8-7";
    assertThat(describe(9, edges)).isEqualTo("<(<1 3 5 6 8> ; 0) 2 4 7>");
  }

  @Test
  void accessors_nothingThere_areNoneOrExplain() {
    RegionTree tree = Decomposition.of(graph(2, "0-1"));
    assertThat(tree.activity(0)).isEqualTo(RegionTree.NONE);
    assertThat(tree.parent(0)).isEqualTo(RegionTree.NONE);
    assertThat(tree.members(1)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tree.quotient(1))
        .withMessage("region must be of kind IRREGULAR, but region 1 is ACTIVITY");
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> tree.members(3));
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> tree.kind(3));
  }

  @Property(tries = 2000)
  void of_smallGraph_equalsModularDecomposition(@ForAll("graphs") Dag dag) {
    RegionTree tree = Decomposition.of(dag);
    assertThat(RegionText.of(tree)).isEqualTo(new ModularOracle(dag).describe());
    assertModularDecomposition(tree, dag);
  }

  @Property(tries = 1000)
  void of_composedGraph_isModularDecomposition(
      @ForAll @IntRange(min = 1, max = 60) int nodes, @ForAll long seed) {
    Dag dag = ComposedGraphs.any(nodes, new Random(seed));
    assertModularDecomposition(Decomposition.of(dag), dag);
  }

  @Property(tries = 500)
  void of_seriesParallelGraph_recoversItsConstruction(
      @ForAll @IntRange(min = 1, max = 200) int nodes, @ForAll long seed) {
    ComposedGraphs.Composed composed = ComposedGraphs.seriesParallel(nodes, new Random(seed));
    RegionTree tree = Decomposition.of(composed.dag());
    assertThat(RegionText.of(tree)).isEqualTo(composed.text());
    assertThat(irregularCount(tree)).isZero();
  }

  /** Graphs large enough that only the surroundings of the inner parts are split. */
  @Property(tries = 20)
  void of_randomLayersWithInnerParts_findsTheParts(@ForAll long seed) {
    Random random = new Random(seed);
    EdgeList edges = new EdgeList();
    int width = 10;
    for (int v = width; v < 80; v++) {
      for (int k = 0; k < 3; k++) {
        edges.add(v - v % width - 1 - random.nextInt(width), v);
      }
    }
    // Between 40 and 80, an N and two activities in place of one.
    edges.add(40, 80).add(40, 81).add(80, 82).add(81, 82).add(81, 83);
    edges.add(82, 84).add(83, 84).add(84, 79);
    Dag dag = edges.toDag(85);
    RegionTree tree = Decomposition.of(dag);
    assertModularDecomposition(tree, dag);
    assertThat(irregularCount(tree)).isGreaterThanOrEqualTo(2);
  }

  @Test
  void of_chainOfAMillion_isOneSequence() {
    int n = 1_000_000;
    EdgeList edges = new EdgeList();
    for (int v = 1; v < n; v++) {
      edges.add(v, v - 1);
    }
    RegionTree tree = Decomposition.of(edges.toDag(n));
    assertThat(tree.memberCount(0)).isEqualTo(n);
    assertThat(tree.activity(tree.members(0)[0])).isEqualTo(n - 1);
  }

  @Test
  void of_deepNest_isAsDeep() {
    int depth = 100_000;
    EdgeList edges = new EdgeList();
    for (int v = 0; v + 3 < 2 * depth; v += 2) {
      edges.add(v, v + 2).add(v, v + 3);
    }
    RegionTree tree = Decomposition.of(edges.toDag(2 * depth));
    int levels = 0;
    for (int r = tree.leaf(2 * depth - 1); r != 0; r = tree.parent(r)) {
      levels++;
    }
    assertThat(levels).isEqualTo(2 * depth - 1);
    assertThat(RegionText.of(tree)).hasSizeGreaterThan(depth);
  }

  @Test
  void of_deepNestOfIrregularRegions_isAsDeep() {
    int depth = 30_000;
    EdgeList edges = new EdgeList();
    for (int i = 0; i < depth; i++) {
      // Each deeper level replaces the last activity of an N.
      int v = 3 * i;
      edges.add(v, v + 2).add(v + 1, v + 2).add(v + 1, v + 3);
      if (i + 1 < depth) {
        edges.add(v + 1, v + 4);
      }
    }
    RegionTree tree = Decomposition.of(edges.toDag(3 * depth + 1));
    assertThat(irregularCount(tree)).isEqualTo(depth);
    assertThat(tree.size()).isEqualTo(4 * depth + 1);
  }

  private static long irregularCount(RegionTree tree) {
    return IntStream.range(0, tree.size())
        .filter(region -> tree.kind(region) == RegionKind.IRREGULAR)
        .count();
  }

  private static String describe(int nodes, String edges) {
    return RegionText.of(Decomposition.of(graph(nodes, edges)));
  }

  private static Dag graph(int nodes, String edges) {
    return (edges.isEmpty() ? new EdgeList() : EdgeList.parse(edges)).toDag(nodes);
  }

  @Provide
  Arbitrary<Dag> graphs() {
    return RandomGraphs.upTo(9).filter(dag -> dag.nodeCount() > 0);
  }
}
