package io.flowgauge.report;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.util.List;

/** A workflow given by its parts. */
record FakeWorkflow(
    String name,
    List<Activity> activities,
    List<Dependency> dependencies,
    Region regions,
    int levelCount,
    int width)
    implements Workflow {

  @Override
  public int activityCount() {
    return activities.size();
  }

  @Override
  public int dependencyCount() {
    return dependencies.size();
  }

  @Override
  public Activity activity(int index) {
    return activities.get(index);
  }

  @Override
  public int indexOf(String id) {
    return activities.stream().map(Activity::id).toList().indexOf(id);
  }

  @Override
  public List<Integer> predecessors(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Integer> successors(int index) {
    throw new UnsupportedOperationException();
  }
}
