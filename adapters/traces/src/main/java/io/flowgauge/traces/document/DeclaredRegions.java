package io.flowgauge.traces.document;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Region trees that cannot be derived from the dependencies. A workflow does not know whether its
 * regions were declared; regions that follow from its dependencies need not be written. Stateless.
 */
public final class DeclaredRegions {
  private DeclaredRegions() {}

  /**
   * Returns the root of a run's region tree; empty if the run has no activity, or if the tree can
   * be derived from the dependencies.
   */
  public static Optional<Region> of(WorkflowRun run) {
    Workflow workflow = run.workflow();
    if (workflow.activityCount() == 0) {
      return Optional.empty();
    }
    Region regions = workflow.regions();
    return isSame(regions, derived(workflow)) ? Optional.empty() : Optional.of(regions);
  }

  private static Region derived(Workflow workflow) {
    WorkflowBuilder builder = Flowgauge.workflow(workflow.name());
    workflow.activities().forEach(builder::activity);
    workflow.dependencies().forEach(edge -> builder.dependency(edge.from(), edge.to()));
    return builder.build().regions();
  }

  /** Compares without recursion: trees can be as deep as a workflow is long. */
  private static boolean isSame(Region one, Region other) {
    Deque<Region> open = new ArrayDeque<>(List.of(one, other));
    while (!open.isEmpty()) {
      Region a = open.pop();
      Region b = open.pop();
      if (!isSameNode(a, b)) {
        return false;
      }
      List<Region> membersOfA = a.members();
      List<Region> membersOfB = b.members();
      for (int k = 0; k < membersOfA.size(); k++) {
        open.push(membersOfA.get(k));
        open.push(membersOfB.get(k));
      }
    }
    return true;
  }

  private static boolean isSameNode(Region a, Region b) {
    return a.kind() == b.kind()
        && a.activity().equals(b.activity())
        && a.name().equals(b.name())
        && a.links().equals(b.links())
        && a.members().size() == b.members().size();
  }
}
