package io.flowgauge.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class DagTest {

  private static final Dag DIAMOND = EdgeList.parse("0-2 0-1 1-3 2-3").toDag(4);

  @Test
  void of_diamond_listsNeighboursAscending() {
    assertThat(DIAMOND.nodeCount()).isEqualTo(4);
    assertThat(DIAMOND.edgeCount()).isEqualTo(4);
    assertThat(successors(DIAMOND, 0)).containsExactly(1, 2);
    assertThat(predecessors(DIAMOND, 3)).containsExactly(1, 2);
    assertThat(DIAMOND.successorCount(3)).isZero();
    assertThat(DIAMOND.predecessorCount(0)).isZero();
    assertThat(DIAMOND).hasToString("Dag[nodes=4, edges=4]");
  }

  @Test
  void of_diamond_knowsLevels() {
    assertThat(IntStream.range(0, 4).map(DIAMOND::level)).containsExactly(0, 1, 1, 2);
    assertThat(DIAMOND.levelCount()).isEqualTo(3);
    assertThat(DIAMOND.width()).isEqualTo(2);
  }

  @Test
  void of_edgeGivenThrice_mergesAndCounts() {
    Dag dag = EdgeList.parse("1-0 1-0 2-0 1-0").toDag(3);
    assertThat(dag.edgeCount()).isEqualTo(2);
    assertThat(dag.duplicateEdges()).isEqualTo(2);
    assertThat(dag).isEqualTo(EdgeList.parse("2-0 1-0").toDag(3));
    assertThat(dag).hasSameHashCodeAs(EdgeList.parse("2-0 1-0").toDag(3));
    assertThat(dag).isNotEqualTo(EdgeList.parse("2-0 1-0").toDag(4)).isNotEqualTo("dag");
  }

  @Test
  void of_edgeCount_ignoresTheRestOfTheArrays() {
    Dag dag = Dag.of(2, new int[] {0, 9}, new int[] {1, 9, 9}, 1);
    assertThat(dag.edgeCount()).isOne();
    assertThat(dag.hasEdge(0, 1)).isTrue();
    assertThat(dag.hasEdge(1, 0)).isFalse();
  }

  @Test
  void of_noNodes_isEmpty() {
    Dag dag = Dag.of(0, new int[0], new int[0]);
    assertThat(dag.nodeCount()).isZero();
    assertThat(dag.levelCount()).isZero();
    assertThat(dag.width()).isZero();
  }

  @Test
  void of_noEdges_isOneLevel() {
    Dag dag = Dag.of(5, new int[0], new int[0]);
    assertThat(dag.levelCount()).isOne();
    assertThat(dag.width()).isEqualTo(5);
  }

  @Test
  void of_badArguments_nameIndexAndValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EdgeList.parse("0-1 1-2").toDag(2))
        .withMessage("edge 1 (1 -> 2) must join nodes 0..1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dag.of(2, new int[1], new int[2]))
        .withMessage("from and to must be equally long, but have 1 and 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dag.of(-1, new int[0], new int[0]))
        .withMessage("nodeCount must not be negative, but is -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dag.of(1, new int[0], new int[1], 1))
        .withMessage("edgeCount must lie in 0..0, the length of the shorter array, but is 1");
    assertThatNullPointerException().isThrownBy(() -> Dag.of(0, null, new int[0]));
  }

  @Test
  void successor_outOfRow_throws() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> DIAMOND.successor(1, 1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> DIAMOND.predecessor(1, -1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> DIAMOND.hasEdge(0, 4));
  }

  @Test
  void of_selfLoop_isACycleOfOne() {
    assertThatExceptionOfType(CycleException.class)
        .isThrownBy(() -> EdgeList.parse("0-1 1-1").toDag(2))
        .withMessage("graph has a cycle: 1 -> 1")
        .satisfies(e -> assertThat(e.cycle()).containsExactly(1));
  }

  @Test
  void of_cycleWithShortcut_reportsShortCycleFromSmallestNode() {
    assertThatExceptionOfType(CycleException.class)
        .isThrownBy(() -> EdgeList.parse("0-3 3-1 1-5 5-4 4-2 2-1 5-2").toDag(6))
        .satisfies(e -> assertThat(e.cycle()).containsExactly(1, 5, 2))
        .satisfies(
            e ->
                assertThat(e.describe(v -> "abcdef".substring(v, v + 1)))
                    .isEqualTo("b -> f -> c -> b"));
  }

  @Test
  void of_cycleOfAMillion_isFoundAndAbbreviated() {
    int n = 1_000_000;
    int[] to = IntStream.range(0, n).map(v -> (v + 1) % n).toArray();
    assertThatExceptionOfType(CycleException.class)
        .isThrownBy(() -> Dag.of(n, IntStream.range(0, n).toArray(), to))
        .withMessageEndingWith("8 -> 9 -> (999990 more) -> 0")
        .satisfies(e -> assertThat(e.cycle()).hasSize(n).startsWith(0, 1, 2));
  }

  @Property(tries = 300)
  void of_randomEdges_eitherSortsOrShowsACycle(
      @ForAll("edges") int[] from, @ForAll("edges") int[] to) {
    int m = Math.min(from.length, to.length);
    try {
      Dag dag = Dag.of(8, from, to, m);
      assertThat(dag.edgeCount() + dag.duplicateEdges()).isEqualTo(m);
      IntStream.range(0, m).forEach(i -> assertThat(dag.hasEdge(from[i], to[i])).isTrue());
    } catch (CycleException e) {
      int[] cycle = e.cycle();
      for (int i = 0; i < cycle.length; i++) {
        assertThat(contains(from, to, cycle[i], cycle[(i + 1) % cycle.length])).isTrue();
      }
    }
  }

  @Provide
  Arbitrary<int[]> edges() {
    return Arbitraries.integers().between(0, 7).array(int[].class).ofMaxSize(10);
  }

  private static boolean contains(int[] from, int[] to, int u, int v) {
    return IntStream.range(0, Math.min(from.length, to.length))
        .anyMatch(i -> from[i] == u && to[i] == v);
  }

  @Property(tries = 300)
  void order_anyGraph_leadsForwardThroughAscendingLevels(@ForAll("graphs") Dag dag) {
    for (int p = 0; p < dag.nodeCount(); p++) {
      int v = dag.nodeAt(p);
      assertThat(dag.position(v)).isEqualTo(p);
      assertThat(predecessors(dag, v).allMatch(u -> dag.position(u) < dag.position(v))).isTrue();
      assertThat(dag.level(v)).isEqualTo(predecessors(dag, v).map(dag::level).max().orElse(-1) + 1);
      assertThat(p == 0 || dag.level(dag.nodeAt(p - 1)) <= dag.level(v)).isTrue();
    }
  }

  @Provide
  Arbitrary<Dag> graphs() {
    return RandomGraphs.upTo(12);
  }

  private static IntStream successors(Dag dag, int v) {
    return IntStream.range(0, dag.successorCount(v)).map(k -> dag.successor(v, k));
  }

  private static IntStream predecessors(Dag dag, int v) {
    return IntStream.range(0, dag.predecessorCount(v)).map(k -> dag.predecessor(v, k));
  }
}
