package io.flowgauge.model.graph;

import java.util.Arrays;
import java.util.Scanner;

/** A growing list of edges. */
final class EdgeList {

  private int[] from = new int[16];
  private int[] to = new int[16];
  private int size;

  /** Parses edges from text such as {@code "0-1 1-2"}. */
  static EdgeList parse(String text) {
    EdgeList edges = new EdgeList();
    Scanner scanner = new Scanner(text).useDelimiter("[- ]");
    while (scanner.hasNextInt()) {
      edges.add(scanner.nextInt(), scanner.nextInt());
    }
    return edges;
  }

  EdgeList add(int u, int v) {
    if (size == from.length) {
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
    }
    from[size] = u;
    to[size++] = v;
    return this;
  }

  Dag toDag(int nodes) {
    return Dag.of(nodes, from, to, size);
  }
}
