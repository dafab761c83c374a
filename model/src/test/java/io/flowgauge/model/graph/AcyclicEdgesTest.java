package io.flowgauge.model.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class AcyclicEdgesTest {

  @Property(tries = 2000)
  void of_anyEdges_refusesWhatClosesACycle(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int nodes) {
    Random random = new Random(seed);
    int count = random.nextInt(4 * nodes);
    int[] from = random.ints(count, 0, nodes).toArray();
    int[] to = random.ints(count, 0, nodes).toArray();
    AcyclicEdges edges = AcyclicEdges.of(nodes, from, to, count);
    boolean[][] reachable = new boolean[nodes][nodes];
    for (int edge = 0; edge < count; edge++) {
      boolean closes = from[edge] == to[edge] || reachable[to[edge]][from[edge]];
      assertThat(edges.isRefused(edge)).as("edge %d", edge).isEqualTo(closes);
      if (!closes) {
        take(reachable, from[edge], to[edge]);
      }
    }
    assertThat(edges.refusedCount())
        .isEqualTo((int) IntStream.range(0, count).filter(edges::isRefused).count());
  }

  /** Adds an edge to the closure: what reaches the source now reaches what the target reaches. */
  private static void take(boolean[][] reachable, int source, int target) {
    for (int a = 0; a < reachable.length; a++) {
      for (int b = 0; b < reachable.length; b++) {
        reachable[a][b] |=
            (a == source || reachable[a][source]) && (b == target || reachable[target][b]);
      }
    }
  }

  @Test
  void firstCycle_ofSeveral_isThatOfTheFirstRefusedEdge() {
    AcyclicEdges edges =
        AcyclicEdges.of(5, new int[] {4, 3, 0, 1, 1}, new int[] {3, 4, 1, 0, 2}, 5);
    assertThat(edges.firstRefused()).isEqualTo(1);
    assertThat(edges.firstCycle().describe(Integer::toString)).isEqualTo("3 -> 4 -> 3");
    assertThat(edges.refusedCount()).isEqualTo(2);
  }

  @Test
  void firstCycle_none_isRefused() {
    AcyclicEdges edges = AcyclicEdges.of(2, new int[] {0}, new int[] {1}, 1);
    assertThat(edges.firstRefused()).isEqualTo(-1);
    assertThatThrownBy(edges::firstCycle).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void of_longChainsInEitherOrder_takesNoSquareOfTheirLength() {
    int length = 300_000;
    int[] along = IntStream.range(0, length).toArray();
    int[] further = IntStream.rangeClosed(1, length).toArray();
    along[length - 1] = length - 1;
    further[length - 1] = 0; // The last edge leads back to the first node.
    for (boolean reverse : new boolean[] {false, true}) {
      int[] from = reverse ? mirrored(along, length) : along;
      int[] to = reverse ? mirrored(further, length) : further;
      AcyclicEdges edges =
          assertTimeout(Duration.ofSeconds(10), () -> AcyclicEdges.of(length, from, to, length));
      assertThat(edges.firstRefused()).isEqualTo(length - 1);
    }
  }

  private static int[] mirrored(int[] nodes, int count) {
    return IntStream.of(nodes).map(node -> count - 1 - node).toArray();
  }
}
