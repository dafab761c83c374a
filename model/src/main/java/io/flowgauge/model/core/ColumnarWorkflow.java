package io.flowgauge.model.core;

import io.flowgauge.model.graph.CycleException;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.Decomposition;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/** A workflow as an array of activities and a columnar graph. Immutable and thread-safe. */
public final class ColumnarWorkflow implements Workflow {
  private final String name;
  private final Activity[] activities;
  private final IdIndex indices;
  private final Dag dag;
  private final Region declared;
  private final BitSet transfers;
  private volatile RegionTree tree;

  private ColumnarWorkflow(WorkflowColumns columns) {
    this.name = columns.name();
    this.activities = columns.activities();
    this.indices = columns.indices();
    this.dag = acyclic(columns);
    this.declared = columns.regions();
    this.transfers = new BitSet();
    for (int a = 0; a < activities.length; a++) {
      if (activities[a].kind() == ActivityKind.TRANSFER) {
        transfers.set(a);
      }
    }
  }

  /**
   * Builds the graph, and checks the declared regions at once so that the caller hears of errors.
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
    this.indices = same.indices;
    this.dag = same.dag;
    this.declared = null;
    this.transfers = same.transfers;
    this.tree = tree;
  }

  /** The same workflow with regions in place of those found from its dependencies. */
  ColumnarWorkflow withRegions(RegionTree regions) {
    return new ColumnarWorkflow(this, regions);
  }

  private static Dag acyclic(WorkflowColumns columns) {
    Activity[] activities = columns.activities();
    try {
      return Dag.of(activities.length, columns.from(), columns.to(), columns.dependencies());
    } catch (CycleException e) {
      throw new CyclicWorkflowException(
          Arrays.stream(e.cycle()).mapToObj(node -> activities[node].id()).toList());
    }
  }

  /** The dependencies as a graph over activity indices. */
  public Dag dag() {
    return dag;
  }

  /**
   * The region tree in columns: as declared, else found from the dependencies on first use.
   *
   * @throws IllegalStateException if the workflow has no activity
   */
  public RegionTree regionTree() {
    RegionTree known = tree;
    if (known == null) {
      synchronized (this) {
        known = tree;
        if (known == null) {
          known = declared == null ? found() : DeclaredTree.of(declared, this);
          tree = known;
        }
      }
    }
    return known;
  }

  private RegionTree found() {
    if (activities.length == 0) {
      throw new IllegalStateException(
          "workflow " + name + " has no activities, and therefore no regions");
    }
    return Decomposition.of(dag);
  }

  /** Whether an activity transfers data. */
  public boolean isTransfer(int activity) {
    return transfers.get(activity);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int activityCount() {
    return activities.length;
  }

  @Override
  public int dependencyCount() {
    return dag.edgeCount();
  }

  @Override
  public Activity activity(int index) {
    return activities[checked(index)];
  }

  @Override
  public int indexOf(String id) {
    int index = indices.of(id);
    return index < activities.length ? index : IdIndex.NONE;
  }

  @Override
  public List<Activity> activities() {
    return Collections.unmodifiableList(Arrays.asList(activities));
  }

  @Override
  public List<Dependency> dependencies() {
    Dependency[] all = new Dependency[dag.edgeCount()];
    int count = 0;
    for (int from = 0; from < activities.length; from++) {
      for (int k = 0; k < dag.successorCount(from); k++) {
        all[count++] =
            new Dependency(activities[from].id(), activities[dag.successor(from, k)].id());
      }
    }
    return Collections.unmodifiableList(Arrays.asList(all));
  }

  @Override
  public List<Integer> predecessors(int index) {
    return view(dag.predecessorCount(checked(index)), k -> dag.predecessor(index, k));
  }

  @Override
  public List<Integer> successors(int index) {
    return view(dag.successorCount(checked(index)), k -> dag.successor(index, k));
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

  private int checked(int index) {
    if (index < 0 || index >= activities.length) {
      throw new IndexOutOfBoundsException(
          "activity index must be below "
              + activities.length
              + " and not negative, but is "
              + index);
    }
    return index;
  }

  /** A list whose elements are made when they are asked for. */
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
        + activities.length
        + " activities, "
        + dag.edgeCount()
        + " dependencies]";
  }
}
