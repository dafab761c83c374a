package io.flowgauge.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class TransitiveReductionTest {

  @Test
  void of_triangle_dropsTheShortcut() {
    TransitiveReduction reduction = TransitiveReduction.of(EdgeList.parse("2-1 1-0 2-0").toDag(3));
    assertThat(reduction.dag()).isEqualTo(EdgeList.parse("2-1 1-0").toDag(3));
    assertThat(reduction).hasToString("TransitiveReduction[removed=1, undecided=0]");
  }

  @Test
  void of_nothingImplied_returnsTheGraphItself() {
    Dag uneven = EdgeList.parse("0-1 1-2 3-2").toDag(4);
    assertThat(TransitiveReduction.of(uneven).dag()).isSameAs(uneven);
    Dag layered = EdgeList.parse("0-2 0-3 1-2 1-3").toDag(4);
    assertThat(TransitiveReduction.of(layered).dag()).isSameAs(layered);
    Dag empty = Dag.of(0, new int[0], new int[0]);
    assertThat(TransitiveReduction.of(empty).dag()).isSameAs(empty);
  }

  @Property(tries = 1000)
  void of_smallGraph_equalsReductionOfClosure(@ForAll("graphs") Dag dag) {
    TransitiveReduction reduction = TransitiveReduction.of(dag);
    assertThat(reduction.dag()).isEqualTo(RandomGraphs.reductionOf(RandomGraphs.closure(dag)));
    assertThat(reduction.removedEdges()).isEqualTo(dag.edgeCount() - reduction.dag().edgeCount());
    assertThat(reduction.undecidedEdges()).isZero();
  }

  @Property(tries = 500)
  void blocks_smallGraph_settleEverything(@ForAll("graphs") Dag dag) {
    RankedGraph graph = RankedGraph.of(dag);
    EdgeStates states = EdgeStates.of(graph);
    new ReachabilityBlocks(graph, states).settle(Long.MAX_VALUE);
    assertSettled(dag, graph, states);
  }

  @Property(tries = 500)
  void search_smallGraph_settlesEverything(@ForAll("graphs") Dag dag) {
    RankedGraph graph = RankedGraph.of(dag);
    EdgeStates states = EdgeStates.of(graph);
    ReachabilitySearch.settle(graph, states, Long.MAX_VALUE);
    assertSettled(dag, graph, states);
  }

  @Test
  void searchAndBlocks_graphOfSeveralBlocks_agree() {
    Dag dag = RandomGraphs.random(1500, 0.01, new Random(7));
    RankedGraph graph = RankedGraph.of(dag);
    EdgeStates searched = EdgeStates.of(graph);
    ReachabilitySearch.settle(graph, searched, Long.MAX_VALUE);
    EdgeStates blocks = EdgeStates.of(graph);
    new ReachabilityBlocks(graph, blocks).settle(Long.MAX_VALUE);
    assertSettled(dag, graph, searched);
    assertSettled(dag, graph, blocks);
  }

  @Test
  void settle_noBudget_leavesEdgesOpen() {
    RankedGraph graph = RankedGraph.of(EdgeList.parse("0-1 1-2 0-2").toDag(3));
    EdgeStates states = EdgeStates.of(graph);
    new ReachabilityBlocks(graph, states).settle(0);
    ReachabilitySearch.settle(graph, states, 0);
    assertThat(states.openCount()).isOne();
    assertThat(states.impliedCount()).isZero();
  }

  private static void assertSettled(Dag dag, RankedGraph graph, EdgeStates states) {
    Dag expected = RandomGraphs.reductionOf(RandomGraphs.closure(dag));
    assertThat(states.openCount()).isZero();
    assertThat(graph.edgeCount() - states.impliedCount()).isEqualTo(expected.edgeCount());
    for (int e = 0; e < graph.edgeCount(); e++) {
      int u = graph.nodeAt[graph.source[e]];
      int v = graph.nodeAt[graph.successors.target[e]];
      assertThat(states.isImplied(e)).isNotEqualTo(expected.hasEdge(u, v));
    }
  }

  @Provide
  Arbitrary<Dag> graphs() {
    return RandomGraphs.upTo(14);
  }
}
