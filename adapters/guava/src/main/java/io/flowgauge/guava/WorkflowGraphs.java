package io.flowgauge.guava;

import com.google.common.graph.EndpointPair;
import com.google.common.graph.Graph;
import com.google.common.graph.ValueGraph;
import io.flowgauge.Flowgauge;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Workflows as Guava graphs, and Guava graphs as workflows. An engine that holds its jobs in a
 * graph needs one line: {@code WorkflowGraphs.workflow("movie", jobs, job -> Activity.of(job.id(),
 * job.type()))}. Thread-safe.
 */
public final class WorkflowGraphs {
  private WorkflowGraphs() {}

  /**
   * A workflow as a graph: its nodes are the activities, in index order, and the value of an edge
   * is the dependency. Algorithms for Guava graphs run on it.
   *
   * @param workflow any workflow
   * @return an immutable view; nothing is copied
   */
  public static ValueGraph<Activity, Dependency> view(Workflow workflow) {
    return new WorkflowView(Objects.requireNonNull(workflow, "workflow"));
  }

  /**
   * Converts a graph to a workflow: each node is an activity, and each edge says that its source
   * finishes before its target starts. Activities have their indices in the order of {@code
   * graph.nodes()}.
   *
   * @param <N> type of the nodes
   * @param name name of the workflow
   * @param graph a directed graph; it is copied, and must not change during the call
   * @param activity gives the activity that a node stands for; called once for each node
   * @return the workflow
   * @throws IllegalArgumentException if the graph is undirected, or two nodes stand for activities
   *     with the same id
   * @throws io.flowgauge.workflow.CyclicWorkflowException if the graph has a cycle; the message
   *     prints it
   */
  public static <N> Workflow workflow(
      String name, Graph<N> graph, Function<? super N, ? extends Activity> activity) {
    if (!graph.isDirected()) {
      throw new IllegalArgumentException("found an undirected graph, expected a directed one");
    }
    WorkflowBuilder builder = Flowgauge.workflow(name);
    Map<N, String> ids = new HashMap<>();
    for (N node : graph.nodes()) {
      Activity stands = activity.apply(node);
      builder.activity(stands);
      ids.put(node, stands.id());
    }
    for (EndpointPair<N> edge : graph.edges()) {
      builder.dependency(ids.get(edge.source()), ids.get(edge.target()));
    }
    return builder.build();
  }

  /**
   * Converts a graph whose edges have values, which a workflow does not keep.
   *
   * @param <N> type of the nodes
   * @param name name of the workflow
   * @param graph a directed graph; it is copied, and must not change during the call
   * @param activity gives the activity that a node stands for; called once for each node
   * @return the workflow
   * @throws IllegalArgumentException if the graph is undirected, or two nodes stand for activities
   *     with the same id
   * @throws io.flowgauge.workflow.CyclicWorkflowException if the graph has a cycle; the message
   *     prints it
   */
  public static <N> Workflow workflow(
      String name, ValueGraph<N, ?> graph, Function<? super N, ? extends Activity> activity) {
    return workflow(name, graph.asGraph(), activity);
  }
}
