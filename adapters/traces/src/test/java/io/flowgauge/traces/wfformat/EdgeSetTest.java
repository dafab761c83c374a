package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EdgeSetTest {
  private record Edge(int from, int to) {}

  @Test
  void add_manyEdgesSomeTwice_keepsEachOnceInOrder() {
    EdgeSet edges = new EdgeSet();
    Set<Edge> expected = new LinkedHashSet<>();
    addRandom(1, edges, expected);
    assertThat(listed(edges)).hasSizeGreaterThan(5_000).containsExactlyElementsOf(expected);
  }

  @Test
  void addAll_andContains_agreeWithSetsOfObjects() {
    EdgeSet some = new EdgeSet();
    EdgeSet others = new EdgeSet();
    Set<Edge> expected = new LinkedHashSet<>();
    addRandom(2, some, expected);
    Set<Edge> rest = new LinkedHashSet<>();
    addRandom(3, others, rest);
    for (int k = 0; k < others.size(); k++) {
      Edge edge = new Edge(others.from(k), others.to(k));
      assertThat(some.contains(others, k)).isEqualTo(expected.contains(edge));
    }
    some.addAll(others);
    expected.addAll(rest);
    assertThat(listed(some)).containsExactlyElementsOf(expected);
  }

  private static void addRandom(int seed, EdgeSet edges, Set<Edge> expected) {
    Random random = new Random(seed);
    for (int k = 0; k < 10_000; k++) {
      int from = random.nextInt(100);
      int to = Integer.MAX_VALUE - random.nextInt(100);
      edges.add(from, to);
      expected.add(new Edge(from, to));
    }
  }

  private static List<Edge> listed(EdgeSet edges) {
    List<Edge> all = new ArrayList<>();
    for (int k = 0; k < edges.size(); k++) {
      all.add(new Edge(edges.from(k), edges.to(k)));
    }
    return all;
  }
}
