package io.flowgauge.model.core;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.List;
import java.util.Objects;

/** The only implementation of {@link WorkflowBuilder}. Not thread-safe. */
public final class WorkflowAssembly implements WorkflowBuilder {
  private final String name;
  private final IdIndex indices = new IdIndex();
  private final ActivityColumns activities = new ActivityColumns(indices);
  private int[] from = new int[16];
  private int[] to = new int[16];
  private int dependencyCount;
  private List<String> layer = List.of();
  private Region regions;

  /** Creates a builder without activities. */
  public WorkflowAssembly(String name) {
    this.name = Objects.requireNonNull(name, "name");
  }

  @Override
  public WorkflowBuilder activity(Activity activity) {
    Activity copy = Activity.copyOf(activity);
    int count = indices.size();
    int index = indices.index(copy.id());
    if (index < count) {
      throw new IllegalArgumentException("activity " + copy.id() + " is declared twice");
    }
    activities.put(index, copy);
    return this;
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
    if (known == IdIndex.NONE) {
      activity(Activity.of(id)); // Refuses an id that is empty before it is in the index.
      return indices.size() - 1;
    }
    return known;
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
    ActivityColumns all = activities.copy(indices.size());
    return ColumnarWorkflow.of(new WorkflowColumns(name, all, from, to, dependencyCount, regions));
  }

  @Override
  public String toString() {
    return "WorkflowBuilder[" + name + ", " + indices.size() + " activities]";
  }
}
