package io.flowgauge.benchmarks;

import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.jgrapht.traverse.TopologicalOrderIterator;

/**
 * The baseline: a straightforward implementation, with an object for each activity and a JGraphT
 * graph of them.
 *
 * <p>Like Flowgauge, it sorts the events of each activity, builds the graph and checks that it has
 * no cycle, decomposes it in series and parallel, splits the time of each activity into classes and
 * sums them up, finds the critical path by processing times, and attributes the makespan along the
 * realised critical path.
 *
 * <p>It does less than Flowgauge. It takes for granted that all events are known and agree with the
 * lifecycle, and that there are no phases, suspensions or services. It leaves out the transitive
 * reduction, and anything inside a part of the graph that is not series-parallel. Its overheads are
 * sums over the run, not of each region: no contributed overhead, serialisation, load imbalance or
 * exposed wait, hence no slots of processors and no times at which none was free.
 */
final class ObjectAnalysis {
  /** The results. */
  record Result(
      Set<ObjectRegion> regions,
      Map<OverheadClass, Double> overheads,
      double criticalPathSeconds,
      List<String> criticalPath,
      Map<OverheadClass, Double> attribution) {}

  private final Graph<ObjectActivity, DefaultEdge> graph =
      new SimpleDirectedGraph<>(DefaultEdge.class);
  private final Map<ObjectActivity, ObjectTimes> times = new HashMap<>();

  private ObjectAnalysis(ObjectRecorder recorder) {
    for (ObjectActivity activity : recorder.activities.values()) {
      graph.addVertex(activity);
      times.put(activity, new ObjectTimes(activity));
    }
    for (Dependency dependency : recorder.dependencies) {
      graph.addEdge(
          recorder.activities.get(dependency.from()), recorder.activities.get(dependency.to()));
    }
  }

  static Result of(ObjectRecorder recorder) {
    ObjectAnalysis analysis = new ObjectAnalysis(recorder);
    List<String> path = new ArrayList<>();
    Map<OverheadClass, Double> attribution = analysis.attribute(path);
    return new Result(
        new ObjectReduction(analysis.graph).reduce(),
        analysis.overheads(),
        analysis.longestPath(),
        path,
        attribution);
  }

  private Map<OverheadClass, Double> overheads() {
    Map<OverheadClass, Double> sums = new EnumMap<>(OverheadClass.class);
    for (ObjectTimes activity : times.values()) {
      activity.overheads().forEach((c, seconds) -> sums.merge(c, seconds, Double::sum));
    }
    return sums;
  }

  private double longestPath() {
    Map<ObjectActivity, Double> ends = new HashMap<>();
    double longest = 0;
    TopologicalOrderIterator<ObjectActivity, DefaultEdge> order =
        new TopologicalOrderIterator<>(graph);
    while (order.hasNext()) {
      ObjectActivity activity = order.next();
      double before = 0;
      for (ObjectActivity predecessor : Graphs.predecessorListOf(graph, activity)) {
        before = Math.max(before, ends.get(predecessor));
      }
      double end = before + times.get(activity).processingSeconds();
      ends.put(activity, end);
      longest = Math.max(longest, end);
    }
    return longest;
  }

  private Map<OverheadClass, Double> attribute(List<String> path) {
    Map<OverheadClass, Double> sums = new EnumMap<>(OverheadClass.class);
    ObjectActivity current = latest(times.keySet());
    while (current != null) {
      path.add(current.id);
      ObjectTimes own = times.get(current);
      own.overheads().forEach((c, seconds) -> sums.merge(c, seconds, Double::sum));
      ObjectActivity before = latest(Graphs.predecessorListOf(graph, current));
      if (before != null) {
        double enactment = (own.begin() - times.get(before).end()) / 1e9;
        sums.merge(OverheadClass.ENACTMENT, enactment, Double::sum);
      }
      current = before;
    }
    return sums;
  }

  private ObjectActivity latest(Iterable<ObjectActivity> activities) {
    ObjectActivity latest = null;
    for (ObjectActivity activity : activities) {
      if (latest == null || times.get(activity).end() > times.get(latest).end()) {
        latest = activity;
      }
    }
    return latest;
  }
}
