package io.flowgauge.guava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.graph.ElementOrder;
import com.google.common.graph.GraphBuilder;
import com.google.common.graph.Graphs;
import com.google.common.graph.MutableGraph;
import com.google.common.graph.MutableValueGraph;
import com.google.common.graph.Traverser;
import com.google.common.graph.ValueGraph;
import com.google.common.graph.ValueGraphBuilder;
import io.flowgauge.Flowgauge;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.List;
import java.util.Random;
import java.util.stream.StreamSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WorkflowGraphsTest {
  private static final Workflow DIAMOND =
      Flowgauge.workflow("diamond").then("a").then("b", "c").then("d").build();

  /** Returns a random workflow; dependencies may run against the order of declaration. */
  private static Workflow random(int activities, long seed) {
    Random random = new Random(seed);
    List<Integer> order = random.ints(0, 1000).distinct().limit(activities).boxed().toList();
    WorkflowBuilder builder = Flowgauge.workflow("random");
    for (int k = 0; k < activities; k++) {
      builder.activity(Activity.of("n" + k, "type" + k % 3));
    }
    for (int k = 0; k < activities * 2; k++) {
      int i = random.nextInt(activities);
      int j = random.nextInt(activities);
      if (order.get(i) < order.get(j)) {
        builder.dependency("n" + i, "n" + j);
      }
    }
    return builder.build();
  }

  @Property(tries = 200)
  void view_anyWorkflow_isTheGraphThatGuavaBuildsOfIt(
      @ForAll @IntRange(min = 1, max = 40) int activities, @ForAll long seed) {
    Workflow workflow = random(activities, seed);
    MutableValueGraph<Activity, Dependency> built =
        ValueGraphBuilder.directed().nodeOrder(ElementOrder.<Activity>insertion()).build();
    workflow.activities().forEach(built::addNode);
    for (Dependency each : workflow.dependencies()) {
      Activity from = workflow.find(each.from()).orElseThrow();
      built.putEdgeValue(from, workflow.find(each.to()).orElseThrow(), each);
    }

    ValueGraph<Activity, Dependency> view = WorkflowGraphs.view(workflow);

    assertThat(view).isEqualTo(built).hasSameHashCodeAs(built);
    assertThat(built).isEqualTo(view);
    assertThat(List.copyOf(view.nodes())).isEqualTo(workflow.activities());
    for (Activity node : workflow.activities()) {
      assertThat(view.adjacentNodes(node)).isEqualTo(built.adjacentNodes(node));
      assertThat(view.predecessors(node)).isEqualTo(built.predecessors(node));
      assertThat(view.inDegree(node)).isEqualTo(built.inDegree(node));
      assertThat(view.incidentEdges(node)).isEqualTo(built.incidentEdges(node));
    }
    assertThat(Graphs.transpose(view)).isEqualTo(Graphs.transpose(built));
  }

  @Property(tries = 200)
  void workflow_ofAView_isTheSame(
      @ForAll @IntRange(min = 1, max = 40) int activities, @ForAll long seed) {
    Workflow workflow = random(activities, seed);

    Workflow again =
        WorkflowGraphs.workflow("random", WorkflowGraphs.view(workflow), activity -> activity);

    assertThat(again.name()).isEqualTo("random");
    assertThat(again.activities()).isEqualTo(workflow.activities());
    assertThat(again.dependencies()).isEqualTo(workflow.dependencies());
  }

  @Test
  void view_traversed_isInOrder() {
    ValueGraph<Activity, Dependency> view = WorkflowGraphs.view(DIAMOND);
    Iterable<Activity> found = Traverser.forGraph(view).depthFirstPostOrder(DIAMOND.activity(0));
    assertThat(StreamSupport.stream(found.spliterator(), false).map(Activity::id))
        .containsExactly("d", "b", "c", "a");
    assertThat(view.edgeValue(DIAMOND.activity(0), DIAMOND.activity(1)))
        .contains(new Dependency("a", "b"));
    assertThat(view.edgeValue(DIAMOND.activity(1), DIAMOND.activity(0))).isEmpty();
  }

  @Test
  void view_anotherActivityOfTheSameId_isNoNode() {
    ValueGraph<Activity, Dependency> view = WorkflowGraphs.view(DIAMOND);
    Activity other = Activity.of("a", "other");
    assertThat(view.nodes()).doesNotContain(other);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> view.successors(other))
        .withMessageContaining("activity a is not in the workflow");
  }

  @Test
  void workflow_undirectedGraph_isRefused() {
    MutableGraph<String> graph = GraphBuilder.undirected().build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowGraphs.workflow("w", graph, Activity::of))
        .withMessageContaining("expected a directed one");
  }

  @Test
  void workflow_cyclicGraph_isRefusedWithTheCycle() {
    MutableGraph<String> graph = GraphBuilder.directed().allowsSelfLoops(true).build();
    graph.putEdge("a", "b");
    graph.putEdge("b", "a");
    assertThatThrownBy(() -> WorkflowGraphs.workflow("w", graph, Activity::of))
        .isInstanceOf(CyclicWorkflowException.class)
        .hasMessageContaining("a");
  }

  @Test
  void workflow_twoNodesOfOneId_isRefused() {
    MutableGraph<Integer> graph = GraphBuilder.directed().build();
    graph.putEdge(1, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkflowGraphs.workflow("w", graph, node -> Activity.of("same")))
        .withMessageContaining("same");
  }
}
