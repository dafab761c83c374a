package io.flowgauge.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;

/**
 * Series-parallel decomposition by repeated reduction of the graph: neighbours with nothing else
 * between them are merged in series, vertices with the same neighbours in parallel, until nothing
 * changes. What is left is not series-parallel. Used once.
 */
final class ObjectReduction {
  private final Graph<ObjectRegion, DefaultEdge> graph =
      new SimpleDirectedGraph<>(DefaultEdge.class);

  private record Neighbours(Set<ObjectRegion> before, Set<ObjectRegion> after) {}

  ObjectReduction(Graph<ObjectActivity, DefaultEdge> workflow) {
    Map<ObjectActivity, ObjectRegion> regions = new HashMap<>();
    for (ObjectActivity activity : workflow.vertexSet()) {
      ObjectRegion region = new ObjectRegion(activity);
      regions.put(activity, region);
      graph.addVertex(region);
    }
    for (DefaultEdge edge : workflow.edgeSet()) {
      graph.addEdge(
          regions.get(workflow.getEdgeSource(edge)), regions.get(workflow.getEdgeTarget(edge)));
    }
  }

  /** The regions that could not be merged any further; one if the workflow is series-parallel. */
  Set<ObjectRegion> reduce() {
    boolean changed = true;
    while (changed) {
      changed = reduceSeries();
      changed |= reduceParallel();
    }
    return graph.vertexSet();
  }

  private boolean reduceSeries() {
    boolean changed = false;
    for (ObjectRegion region : new ArrayList<>(graph.vertexSet())) {
      while (graph.containsVertex(region) && mergeNext(region)) {
        changed = true;
      }
    }
    return changed;
  }

  private boolean mergeNext(ObjectRegion region) {
    if (graph.outDegreeOf(region) != 1) {
      return false;
    }
    ObjectRegion next = graph.getEdgeTarget(graph.outgoingEdgesOf(region).iterator().next());
    if (graph.inDegreeOf(next) != 1) {
      return false;
    }
    List<ObjectRegion> after = Graphs.successorListOf(graph, next);
    graph.removeVertex(next);
    after.forEach(later -> graph.addEdge(region, later));
    region.merge(next, ObjectRegion.Kind.SEQUENCE);
    return true;
  }

  private boolean reduceParallel() {
    Map<Neighbours, ObjectRegion> firsts = new HashMap<>();
    boolean changed = false;
    for (ObjectRegion region : new ArrayList<>(graph.vertexSet())) {
      Neighbours neighbours =
          new Neighbours(
              new HashSet<>(Graphs.predecessorListOf(graph, region)),
              new HashSet<>(Graphs.successorListOf(graph, region)));
      ObjectRegion first = firsts.putIfAbsent(neighbours, region);
      if (first != null) {
        graph.removeVertex(region);
        first.merge(region, ObjectRegion.Kind.PARALLEL);
        changed = true;
      }
    }
    return changed;
  }
}
