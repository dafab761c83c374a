package io.flowgauge.model.core;

import io.flowgauge.model.graph.CycleException;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.Decomposition;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** A workflow as columns of activities and a columnar graph. Immutable and thread-safe. */
public final class ColumnarWorkflow implements Workflow {
  private final String name;
  private final ActivityColumns activities;
  private final Dag dag;
  private final Region declared;
  private volatile RegionTree tree;

  private ColumnarWorkflow(WorkflowColumns columns) {
    this.name = columns.name();
    this.activities = columns.activities();
    this.dag = acyclic(columns);
    this.declared = columns.regions();
  }

  /**
   * Builds the graph and checks the declared regions immediately, so that the caller learns of
   * errors.
   */
  static ColumnarWorkflow of(WorkflowColumns columns) {
    ColumnarWorkflow workflow = new ColumnarWorkflow(columns);
    if (columns.regions() != null) {
      workflow.regionTree();
    }
    return workflow;
  }

  private ColumnarWorkflow(ColumnarWorkflow same, RegionTree tree) {
    this.name = same.name;
    this.activities = same.activities;
    this.dag = same.dag;
    this.declared = null;
    this.tree = tree;
  }

  /**
   * Returns the same workflow with the given regions instead of those found from its dependencies.
   */
  ColumnarWorkflow withRegions(RegionTree regions) {
    return new ColumnarWorkflow(this, regions);
  }

  private static Dag acyclic(WorkflowColumns columns) {
    ActivityColumns activities = columns.activities();
    try {
      return Dag.of(activities.count(), columns.from(), columns.to(), columns.dependencies());
    } catch (CycleException e) {
      throw new CyclicWorkflowException(Arrays.stream(e.cycle()).mapToObj(activities::id).toList());
    }
  }

  /** The dependencies as a graph over activity indices. */
  public Dag dag() {
    return dag;
  }

  /**
   * The region tree in columns: the declared one, or else found from the dependencies on first use.
   *
   * @throws IllegalStateException if the workflow has no activity
   */
  public RegionTree regionTree() {
    RegionTree known = tree;
    if (known == null) {
      synchronized (this) {
        known = tree;
        if (known == null) {
          known = declared == null ? decompose() : DeclaredTree.of(declared, this);
          tree = known;
        }
      }
    }
    return known;
  }

  private RegionTree decompose() {
    if (activities.count() == 0) {
      throw new IllegalStateException(
          "workflow " + name + " has no activities, and therefore no regions");
    }
    return Decomposition.of(dag);
  }

  /** Whether an activity transfers data. */
  public boolean isTransfer(int activity) {
    return activities.isTransfer(activity);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int activityCount() {
    return activities.count();
  }

  @Override
  public int dependencyCount() {
    return dag.edgeCount();
  }

  @Override
  public Activity activity(int index) {
    return activities.get(requireIndex(index));
  }

  @Override
  public int indexOf(String id) {
    return activities.indexOf(id);
  }

  @Override
  public List<Activity> activities() {
    return view(activities.count(), activities::get);
  }

  @Override
  public List<Dependency> dependencies() {
    Dependency[] all = new Dependency[dag.edgeCount()];
    int count = 0;
    for (int from = 0; from < activities.count(); from++) {
      String id = activities.id(from);
      for (int k = 0; k < dag.successorCount(from); k++) {
        all[count++] = new Dependency(id, activities.id(dag.successor(from, k)));
      }
    }
    return Collections.unmodifiableList(Arrays.asList(all));
  }

  @Override
  public List<Integer> predecessors(int index) {
    return view(dag.predecessorCount(requireIndex(index)), k -> dag.predecessor(index, k));
  }

  @Override
  public List<Integer> successors(int index) {
    return view(dag.successorCount(requireIndex(index)), k -> dag.successor(index, k));
  }

  @Override
  public int levelCount() {
    return dag.levelCount();
  }

  @Override
  public int width() {
    return dag.width();
  }

  @Override
  public Region regions() {
    regionTree();
    return new RegionView(this, 0);
  }

  private int requireIndex(int index) {
    if (index < 0 || index >= activities.count()) {
      throw new IndexOutOfBoundsException(
          "activity index must be below "
              + activities.count()
              + " and not negative, but is "
              + index);
    }
    return index;
  }

  /** Returns a list that makes each element on access. */
  static <T> List<T> view(int size, IntFunction<T> element) {
    return new View<>(size, element);
  }

  private static final class View<T> extends AbstractList<T> implements RandomAccess {
    private final int size;
    private final IntFunction<T> element;

    View(int size, IntFunction<T> element) {
      this.size = size;
      this.element = element;
    }

    @Override
    public T get(int index) {
      if (index < 0 || index >= size) {
        throw new IndexOutOfBoundsException("element " + index + " of " + size);
      }
      return element.apply(index);
    }

    @Override
    public int size() {
      return size;
    }
  }

  @Override
  public String toString() {
    return "Workflow["
        + name
        + ", "
        + activities.count()
        + " activities, "
        + dag.edgeCount()
        + " dependencies]";
  }
}
