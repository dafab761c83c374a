package io.flowgauge.report.html;

import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of a workflow with positions of its nodes: the graph of its activities, if they are
 * few, and that of its types, with an edge for all dependencies between activities of two types.
 */
final class GraphData {
  private static final int MOST_ACTIVITIES = 150;
  private static final int MOST_SIDE_BY_SIDE = 45;
  private static final int MOST_DEPENDENCIES = 500;
  private static final int MOST_TYPES = 60;

  private final JsonWriter json;
  private final Workflow workflow;
  private final TypeIndex types;

  GraphData(JsonWriter json, Workflow workflow, TypeIndex types) {
    this.json = json;
    this.workflow = workflow;
    this.types = types;
  }

  void write() throws IOException {
    boolean isSmall =
        workflow.activityCount() <= MOST_ACTIVITIES
            && workflow.dependencyCount() <= MOST_DEPENDENCIES
            && workflow.width() <= MOST_SIDE_BY_SIDE;
    if (isSmall) {
      json.object("activities", () -> laidOut(json, workflow.activityCount(), dependencies()));
    }
    if (types.count() <= MOST_TYPES && types.count() < workflow.activityCount()) {
      json.object("types", () -> laidOut(json, types.count(), typeEdges()));
    }
  }

  private List<int[]> dependencies() {
    List<int[]> edges = new ArrayList<>();
    for (int a = 0; a < workflow.activityCount(); a++) {
      for (int next : workflow.successors(a)) {
        edges.add(new int[] {a, next, 1});
      }
    }
    return edges;
  }

  /**
   * Returns the pairs of types with their number of dependencies; those within a type are left out.
   */
  private List<int[]> typeEdges() {
    Map<Long, int[]> edges = new LinkedHashMap<>();
    for (int a = 0; a < workflow.activityCount(); a++) {
      int from = types.of(a);
      for (int next : workflow.successors(a)) {
        int to = types.of(next);
        if (from != to) {
          edges.computeIfAbsent(((long) from << 32) + to, pair -> new int[] {from, to, 0})[2]++;
        }
      }
    }
    return new ArrayList<>(edges.values());
  }

  /** Writes layer and position of each node, and the edges: triples of from, to and a number. */
  static void laidOut(JsonWriter json, int nodes, List<int[]> edges) throws IOException {
    LayeredLayout layout = new LayeredLayout(nodes, edges);
    json.array(
        "nodes",
        () -> {
          for (int node = 0; node < nodes; node++) {
            json.element(layout.layer(node));
            json.element(layout.position(node));
          }
        });
    json.array(
        "edges",
        () -> {
          for (int e = 0; e < edges.size(); e++) {
            edge(json, edges.get(e), layout.points(e));
          }
        });
  }

  /** Writes the start, the end and the number of an edge, then layer and position of each point. */
  private static void edge(JsonWriter json, int[] edge, List<double[]> points) throws IOException {
    json.array(
        () -> {
          for (int part : edge) {
            json.element(part);
          }
          for (double[] point : points) {
            json.element((long) point[0]);
            json.element(point[1]);
          }
        });
  }
}
