package io.flowgauge.model.core;

import io.flowgauge.model.graph.CycleException;
import io.flowgauge.model.graph.Dag;
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

/** A workflow as an array of activities and a columnar graph. Immutable and thread-safe. */
public final class ColumnarWorkflow implements Workflow {
  private final String name;
  private final Activity[] activities;
  private final IdIndex indices;
  private final Dag dag;
  private final Region declared;
  private volatile RegionTree tree;

  /**
   * A workflow.
   *
   * @param indices index by id; may hold more ids than there are activities, as when its owner goes
   *     on recording
   * @param declared the declared region tree, or null to find it from the dependencies
   */
  private ColumnarWorkflow(
      String name, Activity[] activities, IdIndex indices, Dag dag, Region declared) {
    this.name = name;
    this.activities = activities;
    this.indices = indices;
    this.dag = dag;
    this.declared = declared;
  }

  /**
   * Builds the graph, and checks the declared regions at once so that the caller hears of errors.
   */
  static ColumnarWorkflow of(
      String name,
      Activity[] activities,
      IdIndex indices,
      int[] from,
      int[] to,
      int dependencies,
      Region declared) {
    Dag dag = acyclic(activities, from, to, dependencies);
    ColumnarWorkflow workflow = new ColumnarWorkflow(name, activities, indices, dag, declared);
    if (declared != null) {
      workflow.regionTree();
    }
    return workflow;
  }

  private static Dag acyclic(Activity[] activities, int[] from, int[] to, int dependencies) {
    try {
      return Dag.of(activities.length, from, to, dependencies);
    } catch (CycleException e) {
      throw new CyclicWorkflowException(
          Arrays.stream(e.cycle()).mapToObj(node -> activities[node].id()).toList());
    }
  }

  /**
   * The dependencies as a graph over activity indices.
   *
   * @return the graph
   */
  public Dag dag() {
    return dag;
  }

  /**
   * The region tree in columns: as declared, else found from the dependencies on first use.
   *
   * @return the tree
   * @throws IllegalStateException if the workflow has no activity
   */
  public RegionTree regionTree() {
    RegionTree known = tree;
    if (known == null) {
      synchronized (this) {
        known = tree;
        if (known == null) {
          known = declared == null ? found() : RegionTree.of(declared, this);
          tree = known;
        }
      }
    }
    return known;
  }

  private RegionTree found() {
    if (activities.length == 0) {
      throw new IllegalStateException("workflow " + name + " has no activity, and so no region");
    }
    return FoundRegions.of(dag);
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
          "activity " + index + " of a workflow of " + activities.length);
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
