package io.flowgauge.model.graph;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Random graphs composed of parts, with nodes shuffled and implied edges added. */
final class ComposedGraphs {

  private final Random random;
  private final EdgeList edges = new EdgeList();
  private final int[] label;
  private int used;

  /**
   * A part: its first and last nodes, its smallest node, and its text as {@link RegionText} writes
   * it.
   */
  private record Part(List<Integer> first, List<Integer> last, int smallest, String text) {}

  /** A graph and its expected description, which is right only for series-parallel graphs. */
  record Composed(Dag dag, String text) {}

  private ComposedGraphs(int nodes, Random random) {
    this.random = random;
    this.label = RandomGraphs.shuffled(nodes, random);
  }

  /** Returns sequences and parallel sections nested at random. */
  static Composed seriesParallel(int nodes, Random random) {
    ComposedGraphs graphs = new ComposedGraphs(nodes, random);
    Part whole = graphs.nested(nodes, random.nextBoolean());
    return new Composed(graphs.withImpliedEdges(nodes), whole.text());
  }

  /** Returns sequences, parallel sections and random orders nested at random. */
  static Dag any(int nodes, Random random) {
    ComposedGraphs graphs = new ComposedGraphs(nodes, random);
    graphs.mixed(nodes);
    return graphs.withImpliedEdges(nodes);
  }

  private Part leaf() {
    int node = label[used++];
    return new Part(List.of(node), List.of(node), node, Integer.toString(node));
  }

  private Part nested(int nodes, boolean sequence) {
    if (nodes == 1) {
      return leaf();
    }
    int count = 2 + random.nextInt(Math.min(nodes - 1, 4));
    List<Part> parts = new ArrayList<>();
    for (int size : sizes(nodes, count)) {
      parts.add(nested(size, !sequence));
    }
    return sequence ? sequence(parts) : parallel(parts);
  }

  private int[] sizes(int nodes, int count) {
    int[] sizes = new int[count];
    Arrays.fill(sizes, 1);
    for (int i = count; i < nodes; i++) {
      sizes[random.nextInt(count)]++;
    }
    return sizes;
  }

  private Part sequence(List<Part> parts) {
    for (int i = 1; i < parts.size(); i++) {
      join(parts.get(i - 1), parts.get(i));
    }
    return new Part(
        parts.get(0).first(),
        parts.get(parts.size() - 1).last(),
        parts.stream().mapToInt(Part::smallest).min().orElseThrow(),
        parts.stream().map(Part::text).collect(joining(" ; ", "(", ")")));
  }

  private static Part parallel(List<Part> parts) {
    List<Integer> first = new ArrayList<>();
    List<Integer> last = new ArrayList<>();
    List<Part> sorted = new ArrayList<>(parts);
    sorted.sort(Comparator.comparing(Part::smallest));
    sorted.forEach(part -> first.addAll(part.first()));
    sorted.forEach(part -> last.addAll(part.last()));
    String text = sorted.stream().map(Part::text).collect(joining(" | ", "(", ")"));
    return new Part(first, last, sorted.get(0).smallest(), text);
  }

  private void join(Part before, Part after) {
    for (int u : before.last()) {
      for (int v : after.first()) {
        edges.add(u, v);
      }
    }
  }

  private Part mixed(int nodes) {
    if (nodes == 1) {
      return leaf();
    }
    int choice = random.nextInt(3);
    int count = Math.min(nodes, choice < 2 ? 2 : 4 + random.nextInt(5));
    List<Part> parts = new ArrayList<>();
    for (int size : sizes(nodes, count)) {
      parts.add(mixed(size));
    }
    return switch (choice) {
      case 0 -> sequence(parts);
      case 1 -> parallel(parts);
      default -> randomlyOrdered(parts);
    };
  }

  private Part randomlyOrdered(List<Part> parts) {
    Dag order = RandomGraphs.random(parts.size(), random.nextDouble(), random);
    List<Integer> first = new ArrayList<>();
    List<Integer> last = new ArrayList<>();
    for (int v = 0; v < parts.size(); v++) {
      for (int k = 0; k < order.successorCount(v); k++) {
        join(parts.get(v), parts.get(order.successor(v, k)));
      }
      if (order.predecessorCount(v) == 0) {
        first.addAll(parts.get(v).first());
      }
      if (order.successorCount(v) == 0) {
        last.addAll(parts.get(v).last());
      }
    }
    return new Part(first, last, parts.get(0).smallest(), "");
  }

  private Dag withImpliedEdges(int nodes) {
    boolean[][] reach = RandomGraphs.closure(edges.toDag(nodes));
    for (int i = 0; i < nodes; i++) {
      int u = random.nextInt(nodes);
      int v = random.nextInt(nodes);
      if (reach[u][v]) {
        edges.add(u, v);
      }
    }
    return edges.toDag(nodes);
  }
}
