package io.flowgauge.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LayeredLayoutTest {

  private static List<int[]> edges(int... ends) {
    List<int[]> edges = new ArrayList<>();
    for (int k = 0; k < ends.length; k += 2) {
      edges.add(new int[] {ends[k], ends[k + 1]});
    }
    return edges;
  }

  @Test
  void diamond_isSymmetric() {
    LayeredLayout layout = new LayeredLayout(4, edges(0, 1, 0, 2, 1, 3, 2, 3));

    assertThat(List.of(layout.layer(0), layout.layer(1), layout.layer(2), layout.layer(3)))
        .containsExactly(0, 1, 1, 2);
    assertThat(layout.position(0)).isCloseTo(layout.position(3), within(1e-6));
    assertThat(layout.position(1) + layout.position(2))
        .isCloseTo(2 * layout.position(0), within(1e-6));
  }

  @Test
  void crossedPairs_areUncrossed() {
    LayeredLayout layout = new LayeredLayout(4, edges(0, 3, 1, 2));

    assertThat(layout.position(0) < layout.position(1))
        .isEqualTo(layout.position(3) < layout.position(2));
  }

  @Test
  void cycle_isLaidOutAllTheSame() {
    LayeredLayout layout = new LayeredLayout(3, edges(0, 1, 1, 2, 2, 0));

    assertThat(List.of(layout.layer(0), layout.layer(1), layout.layer(2))).containsExactly(0, 1, 2);
  }

  @Test
  void longEdge_passesEveryLayer() {
    LayeredLayout layout = new LayeredLayout(3, edges(0, 1, 1, 2, 0, 2));

    assertThat(layout.points(2)).extracting(point -> (int) point[0]).containsExactly(0, 1, 2);
  }

  @Property(tries = 60)
  void randomGraphs_keepLayersAndRoom(
      @ForAll @IntRange(min = 1, max = 40) int nodes, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Set<List<Integer>> pairs = new LinkedHashSet<>();
    for (int k = 0; k < 2 * nodes; k++) {
      int from = random.nextInt(nodes);
      int to = random.nextInt(nodes);
      if (from < to) {
        pairs.add(List.of(from, to));
      }
    }
    List<int[]> edges = pairs.stream().map(p -> new int[] {p.get(0), p.get(1)}).toList();

    LayeredLayout layout = new LayeredLayout(nodes, edges);

    for (int[] edge : edges) {
      assertThat(layout.layer(edge[0])).isLessThan(layout.layer(edge[1]));
    }
    for (int a = 0; a < nodes; a++) {
      assertThat(layout.position(a)).isNotNegative();
      for (int b = 0; b < a; b++) {
        if (layout.layer(a) == layout.layer(b)) {
          assertThat(Math.abs(layout.position(a) - layout.position(b)))
              .isGreaterThanOrEqualTo(1 - 1e-9);
        }
      }
    }
  }
}
