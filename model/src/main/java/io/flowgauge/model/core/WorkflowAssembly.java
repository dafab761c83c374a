package io.flowgauge.model.core;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The only implementation of {@link WorkflowBuilder}. Not thread-safe. */
public final class WorkflowAssembly implements WorkflowBuilder {
  private final String name;
  private final List<Activity> activities = new ArrayList<>();
  private final IdIndex indices = new IdIndex();
  private int[] from = new int[16];
  private int[] to = new int[16];
  private int dependencyCount;
  private List<String> layer = List.of();
  private Region regions;

  /** An empty workflow. */
  public WorkflowAssembly(String name) {
    this.name = Objects.requireNonNull(name, "name");
  }

  @Override
  public WorkflowBuilder activity(Activity activity) {
    Activity copy = Activity.copyOf(activity);
    if (indices.of(copy.id()) != IdIndex.NONE) {
      throw new IllegalArgumentException("activity " + copy.id() + " is declared twice");
    }
    add(copy);
    return this;
  }

  private void add(Activity activity) {
    indices.add(activity.id());
    activities.add(activity);
  }

  @Override
  public WorkflowBuilder activities(String... ids) {
    for (String id : ids) {
      index(id);
    }
    return this;
  }

  private int index(String id) {
    int known = indices.of(id);
    if (known != IdIndex.NONE) {
      return known;
    }
    add(Activity.of(id));
    return activities.size() - 1;
  }

  @Override
  public WorkflowBuilder dependency(String earlier, String later) {
    from = Columns.room(from, dependencyCount);
    to = Columns.room(to, dependencyCount);
    from[dependencyCount] = index(earlier);
    to[dependencyCount] = index(later);
    dependencyCount++;
    return this;
  }

  @Override
  public WorkflowBuilder then(String... ids) {
    if (ids.length == 0) {
      throw new IllegalArgumentException(
          "a layer of a workflow needs at least one activity, but has none");
    }
    activities(ids);
    for (String earlier : layer) {
      for (String later : ids) {
        dependency(earlier, later);
      }
    }
    layer = List.of(ids);
    return this;
  }

  @Override
  public WorkflowBuilder regions(Region root) {
    regions = Objects.requireNonNull(root, "root");
    return this;
  }

  @Override
  public Workflow build() {
    Activity[] all = activities.toArray(Activity[]::new);
    return ColumnarWorkflow.of(
        new WorkflowColumns(name, all, indices, from, to, dependencyCount, regions));
  }

  @Override
  public String toString() {
    return "WorkflowBuilder[" + name + ", " + activities.size() + " activities]";
  }
}
