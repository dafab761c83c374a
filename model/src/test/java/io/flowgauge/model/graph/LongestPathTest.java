package io.flowgauge.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class LongestPathTest {

  private static final Dag DIAMOND = EdgeList.parse("0-1 0-2 1-3 2-3").toDag(4);

  @Test
  void of_diamond_takesTheHeavierBranch() {
    LongestPath path = LongestPath.of(DIAMOND, new long[] {1, 5, 7, 1});
    assertThat(path.length()).isEqualTo(9);
    assertThat(path.nodes()).containsExactly(0, 2, 3);
    assertThat(path).hasToString("LongestPath[length=9, nodes=3]");
  }

  @Test
  void of_equalBranches_takesTheSmallerNode() {
    assertThat(LongestPath.of(DIAMOND, new long[4]).nodes()).containsExactly(0, 1, 3);
  }

  @Test
  void of_noNodes_isEmpty() {
    LongestPath path = LongestPath.of(Dag.of(0, new int[0], new int[0]), new long[0]);
    assertThat(path.length()).isZero();
    assertThat(path.nodes()).isEmpty();
  }

  @Test
  void of_wrongWeights_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LongestPath.of(DIAMOND, new long[3]))
        .withMessage("weights must hold one value for each of 4 nodes, but holds 3");
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> LongestPath.of(DIAMOND, new long[] {1, Long.MAX_VALUE, 0, 0}));
  }

  @Property(tries = 300)
  void of_anyGraph_equalsExhaustiveSearch(@ForAll("graphs") Dag dag, @ForAll long seed) {
    long[] weights = new Random(seed).longs(dag.nodeCount(), -3, 9).toArray();
    LongestPath path = LongestPath.of(dag, weights);
    long heaviest = Long.MIN_VALUE;
    for (int v = 0; v < dag.nodeCount(); v++) {
      if (dag.predecessorCount(v) == 0) {
        heaviest = Math.max(heaviest, heaviestFrom(dag, weights, v));
      }
    }
    assertThat(path.length()).isEqualTo(dag.nodeCount() == 0 ? 0 : heaviest);
    assertThat(Arrays.stream(path.nodes()).mapToLong(v -> weights[v]).sum())
        .isEqualTo(path.length());
    int[] nodes = path.nodes();
    for (int i = 1; i < nodes.length; i++) {
      assertThat(dag.hasEdge(nodes[i - 1], nodes[i])).isTrue();
    }
  }

  private static long heaviestFrom(Dag dag, long[] weights, int v) {
    long rest = dag.successorCount(v) == 0 ? 0 : Long.MIN_VALUE;
    for (int k = 0; k < dag.successorCount(v); k++) {
      rest = Math.max(rest, heaviestFrom(dag, weights, dag.successor(v, k)));
    }
    return weights[v] + rest;
  }

  @Provide
  Arbitrary<Dag> graphs() {
    return RandomGraphs.upTo(9);
  }
}
