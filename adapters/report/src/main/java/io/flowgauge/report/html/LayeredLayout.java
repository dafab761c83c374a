package io.flowgauge.report.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Places the nodes of a small directed graph in layers, each node after all nodes it depends on, by
 * the method of Sugiyama, Tagawa and Toda (1981): longest-path layers, points where edges pass
 * layers, few crossings by barycentre sweeps, then positions near those of the neighbours. Edges
 * that close a cycle are reversed. Not thread-safe.
 */
final class LayeredLayout {
  private static final int SWEEPS = 24;
  private static final int SHIFTS = 40;

  /** Room needed by a point where an edge passes a layer, relative to that of a node. */
  private static final double PASSING = 0.45;

  private final int nodes;
  private final int[] from;
  private final int[] to;
  private final List<int[]> routes = new ArrayList<>();
  private int[] layerOf;
  private double[] position;
  private List<List<Integer>> before = new ArrayList<>();
  private List<List<Integer>> after = new ArrayList<>();
  private int[][] layers;

  /**
   * Lays out a graph.
   *
   * @param edges pairs of different nodes, no pair twice
   */
  LayeredLayout(int nodes, List<int[]> edges) {
    this.nodes = nodes;
    this.from = edges.stream().mapToInt(e -> e[0]).toArray();
    this.to = edges.stream().mapToInt(e -> e[1]).toArray();
    reverseCycles();
    layerOf = longestPaths();
    route();
    order();
    alignPoints();
  }

  /** Returns the layer of a node, counted from 0. */
  int layer(int node) {
    return layerOf[node];
  }

  /** Returns the position of a node in its layer, 0 or more; neighbours are at least 1 apart. */
  double position(int node) {
    return position[node];
  }

  /**
   * Returns the points of an edge from its first node to its last, in the direction in which it was
   * given.
   */
  List<double[]> points(int edge) {
    List<double[]> points = new ArrayList<>();
    for (int point : routes.get(edge)) {
      points.add(new double[] {layerOf[point], position[point]});
    }
    return points;
  }

  /** Reverses edges that lead back to a node whose depth-first search is not finished. */
  private void reverseCycles() {
    List<List<Integer>> out = lists(nodes);
    for (int e = 0; e < from.length; e++) {
      out.get(from[e]).add(e);
    }
    int[] state = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      search(node, out, state);
    }
  }

  private void search(int node, List<List<Integer>> out, int[] state) {
    if (state[node] != 0) {
      return;
    }
    state[node] = 1;
    for (int e : out.get(node)) {
      int next = to[e];
      if (state[next] == 1) {
        to[e] = from[e];
        from[e] = next;
      } else {
        search(next, out, state);
      }
    }
    state[node] = 2;
  }

  private int[] longestPaths() {
    int[] layer = new int[nodes];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int e = 0; e < from.length; e++) {
        if (layer[to[e]] <= layer[from[e]]) {
          layer[to[e]] = layer[from[e]] + 1;
          changed = true;
        }
      }
    }
    return layer;
  }

  /** Adds a point in every layer that an edge passes. */
  private void route() {
    int points = nodes;
    List<Integer> pointLayers = new ArrayList<>();
    before = lists(nodes);
    after = lists(nodes);
    for (int e = 0; e < from.length; e++) {
      int length = layerOf[to[e]] - layerOf[from[e]];
      int[] route = new int[length + 1];
      route[0] = from[e];
      route[length] = to[e];
      for (int k = 1; k < length; k++) {
        route[k] = points++;
        pointLayers.add(layerOf[from[e]] + k);
        before.add(new ArrayList<>());
        after.add(new ArrayList<>());
      }
      for (int k = 0; k < length; k++) {
        after.get(route[k]).add(route[k + 1]);
        before.get(route[k + 1]).add(route[k]);
      }
      routes.add(route);
    }
    int[] all = Arrays.copyOf(layerOf, points);
    for (int k = nodes; k < points; k++) {
      all[k] = pointLayers.get(k - nodes);
    }
    layerOf = all;
  }

  private void order() {
    int count = Arrays.stream(layerOf).max().orElse(0) + 1;
    List<List<Integer>> members = lists(count);
    for (int point = 0; point < layerOf.length; point++) {
      members.get(layerOf[point]).add(point);
    }
    layers =
        members.stream()
            .map(m -> m.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
    position = new double[layerOf.length];
    number();
    int[][] best = copy();
    long fewest = crossings();
    for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
      orderByNeighbours(sweep % 2 == 0);
      long now = crossings();
      if (now < fewest) {
        fewest = now;
        best = copy();
      }
    }
    layers = best;
    number();
  }

  private void number() {
    for (int[] layer : layers) {
      for (int k = 0; k < layer.length; k++) {
        position[layer[k]] = k;
      }
    }
  }

  private int[][] copy() {
    return Arrays.stream(layers).map(int[]::clone).toArray(int[][]::new);
  }

  /** Orders each layer by the mean positions of the neighbours in the layer before it. */
  private void orderByNeighbours(boolean forward) {
    for (int k = 1; k < layers.length; k++) {
      int layer = forward ? k : layers.length - 1 - k;
      List<List<Integer>> neighbours = forward ? before : after;
      double[] middle = new double[layerOf.length];
      for (int point : layers[layer]) {
        middle[point] = mean(neighbours.get(point), position[point]);
      }
      layers[layer] =
          Arrays.stream(layers[layer])
              .boxed()
              .sorted(Comparator.comparingDouble((Integer p) -> middle[p]))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int p = 0; p < layers[layer].length; p++) {
        position[layers[layer][p]] = p;
      }
    }
  }

  private double mean(List<Integer> points, double otherwise) {
    return points.stream().mapToDouble(p -> position[p]).average().orElse(otherwise);
  }

  private long crossings() {
    long crossings = 0;
    for (int[] layer : layers) {
      List<double[]> edges = new ArrayList<>();
      for (int point : layer) {
        for (int next : after.get(point)) {
          edges.add(new double[] {position[point], position[next]});
        }
      }
      for (int a = 0; a < edges.size(); a++) {
        for (int b = a + 1; b < edges.size(); b++) {
          double left = edges.get(a)[0] - edges.get(b)[0];
          double right = edges.get(a)[1] - edges.get(b)[1];
          crossings += left * right < 0 ? 1 : 0;
        }
      }
    }
    return crossings;
  }

  /** Moves points towards their neighbours in other layers, as far as there is room. */
  private void alignPoints() {
    for (int shift = 0; shift < SHIFTS; shift++) {
      for (int k = 0; k < layers.length; k++) {
        alignLayer(layers[shift % 2 == 0 ? k : layers.length - 1 - k]);
      }
    }
    double least = Arrays.stream(position).min().orElse(0);
    Arrays.setAll(position, point -> position[point] - least);
  }

  private void alignLayer(int[] layer) {
    double[] wanted = new double[layer.length];
    for (int k = 0; k < layer.length; k++) {
      List<Integer> neighbours = new ArrayList<>(before.get(layer[k]));
      neighbours.addAll(after.get(layer[k]));
      wanted[k] = mean(neighbours, position[layer[k]]);
    }
    // The average of a pass from each end, so that neither side is preferred.
    double[] down = wanted.clone();
    double[] up = wanted.clone();
    for (int k = 1; k < layer.length; k++) {
      down[k] = Math.max(down[k], down[k - 1] + minDistance(layer[k - 1], layer[k]));
      int back = layer.length - 1 - k;
      up[back] = Math.min(up[back], up[back + 1] - minDistance(layer[back], layer[back + 1]));
    }
    for (int k = 0; k < layer.length; k++) {
      position[layer[k]] = (down[k] + up[k]) / 2;
    }
  }

  private double minDistance(int point, int next) {
    return ((point < nodes ? 1 : PASSING) + (next < nodes ? 1 : PASSING)) / 2;
  }

  private static List<List<Integer>> lists(int count) {
    List<List<Integer>> lists = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      lists.add(new ArrayList<>());
    }
    return lists;
  }
}
