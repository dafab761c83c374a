package io.flowgauge.guava;

import com.google.common.graph.AbstractValueGraph;
import com.google.common.graph.ElementOrder;
import com.google.common.graph.EndpointPair;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Workflow;
import java.util.AbstractList;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;
import java.util.stream.Stream;

/** A workflow seen as a graph. Immutable and thread-safe. */
final class WorkflowView extends AbstractValueGraph<Activity, Dependency> {
  private final Workflow workflow;

  WorkflowView(Workflow workflow) {
    this.workflow = workflow;
  }

  @Override
  public Set<Activity> nodes() {
    return new Activities(new Indices(workflow.activityCount()));
  }

  @Override
  public Set<Activity> predecessors(Activity node) {
    return new Activities(workflow.predecessors(indexOf(node)));
  }

  @Override
  public Set<Activity> successors(Activity node) {
    return new Activities(workflow.successors(indexOf(node)));
  }

  @Override
  public Set<Activity> adjacentNodes(Activity node) {
    int index = indexOf(node);
    return new Activities(
        Stream.of(workflow.predecessors(index), workflow.successors(index))
            .flatMap(List::stream)
            .sorted()
            .toList());
  }

  @Override
  public Dependency edgeValueOrDefault(Activity from, Activity to, Dependency otherwise) {
    int later = indexOf(to);
    return Collections.binarySearch(workflow.successors(indexOf(from)), later) < 0
        ? otherwise
        : new Dependency(from.id(), to.id());
  }

  @Override
  public Dependency edgeValueOrDefault(EndpointPair<Activity> edge, Dependency otherwise) {
    if (!edge.isOrdered()) {
      throw new IllegalArgumentException(
          "found the undirected edge " + edge + ", expected a directed one");
    }
    return edgeValueOrDefault(edge.source(), edge.target(), otherwise);
  }

  @Override
  public boolean isDirected() {
    return true;
  }

  @Override
  public boolean allowsSelfLoops() {
    return false;
  }

  @Override
  public ElementOrder<Activity> nodeOrder() {
    return ElementOrder.insertion();
  }

  /** Returns the index of a node. Anything else is refused, as by Guava's own graphs. */
  private int indexOf(Activity node) {
    int index = find(node);
    if (index < 0) {
      throw new IllegalArgumentException("activity " + node.id() + " is not in the workflow");
    }
    return index;
  }

  private int find(Activity node) {
    int index = workflow.indexOf(node.id());
    return index >= 0 && workflow.activity(index).equals(node) ? index : -1;
  }

  /** The numbers from 0 up to but excluding a count. */
  private static final class Indices extends AbstractList<Integer> implements RandomAccess {
    private final int count;

    Indices(int count) {
      this.count = count;
    }

    @Override
    public Integer get(int index) {
      return index;
    }

    @Override
    public int size() {
      return count;
    }
  }

  /** The set of activities with the given indices, which must be in ascending order. */
  private final class Activities extends AbstractSet<Activity> {
    private final List<Integer> indices;

    Activities(List<Integer> indices) {
      this.indices = indices;
    }

    @Override
    public boolean contains(Object node) {
      int index = node instanceof Activity activity ? find(activity) : -1;
      return index >= 0 && Collections.binarySearch(indices, index) >= 0;
    }

    @Override
    public Iterator<Activity> iterator() {
      return indices.stream().map(workflow::activity).iterator();
    }

    @Override
    public int size() {
      return indices.size();
    }
  }
}
