package io.flowgauge.model.core;

import io.flowgauge.model.graph.AcyclicEdges;
import io.flowgauge.model.graph.CycleException;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes a workflow from a recorder's knowledge. Contradictory parts are left out with a remark,
 * because one wrong call must not spoil the run. Used once.
 */
final class RecordedWorkflow {
  private final WorkflowColumns columns;
  private final long version;
  private final Remarks remarks = new Remarks();
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private List<String> cycle = List.of();

  RecordedWorkflow(Recorded recorded) {
    this.columns = recorded.workflow();
    this.version = recorded.version();
  }

  MadeWorkflow make() {
    ColumnarWorkflow workflow = workflow();
    return new MadeWorkflow(version, workflow, cycle, remarks, List.copyOf(diagnostics));
  }

  private ColumnarWorkflow workflow() {
    remarkOnUndeclared();
    ColumnarWorkflow workflow = acyclic();
    if (workflow.dag().duplicateEdges() > 0) {
      diagnostics.add(
          Diagnostic.warning(
              "dependencies",
              workflow.dag().duplicateEdges()
                  + " declared more than once; each dependency counts once"));
    }
    return columns.regions() == null ? workflow : withRegions(workflow);
  }

  private void remarkOnUndeclared() {
    ActivityColumns activities = columns.activities();
    for (int a = 0; a < activities.count(); a++) {
      if (!activities.isDeclared(a)) {
        remarks.warn(
            "not declared; known only from its events or dependencies",
            "activity " + activities.id(a));
      }
    }
  }

  private ColumnarWorkflow acyclic() {
    int count = columns.dependencies();
    WorkflowColumns plain = columns.with(columns.from(), columns.to(), count);
    try {
      return ColumnarWorkflow.of(plain);
    } catch (CyclicWorkflowException e) {
      return withoutCycles();
    }
  }

  private ColumnarWorkflow withoutCycles() {
    int count = columns.dependencies();
    int[] from = new int[count];
    int[] to = new int[count];
    AcyclicEdges edges =
        AcyclicEdges.of(columns.activities().count(), columns.from(), columns.to(), count);
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (!edges.isRefused(k)) {
        from[kept] = columns.from()[k];
        to[kept++] = columns.to()[k];
      }
    }
    remarkOnCycle(edges);
    return ColumnarWorkflow.of(columns.with(from, to, kept));
  }

  private void remarkOnCycle(AcyclicEdges edges) {
    CycleException closed = edges.firstCycle();
    cycle = Arrays.stream(closed.cycle()).mapToObj(this::id).toList();
    int first = edges.firstRefused();
    String where = "dependency " + id(columns.from()[first]) + " -> " + id(columns.to()[first]);
    diagnostics.add(
        Diagnostic.warning(
            Remarks.place(where, edges.refusedCount()),
            "not recorded: it closes a cycle, " + closed.describe(this::id)));
  }

  private String id(int activity) {
    return columns.activities().id(activity);
  }

  private ColumnarWorkflow withRegions(ColumnarWorkflow workflow) {
    try {
      return workflow.withRegions(regions(workflow));
    } catch (RuntimeException e) { // A region that a caller implements can throw anything.
      diagnostics.add(
          Diagnostic.warning(
              "regions",
              "the declared regions are not used; regions are found from the dependencies instead: "
                  + (e instanceof IllegalArgumentException ? e.getMessage() : e)));
      return workflow;
    }
  }

  private RegionTree regions(ColumnarWorkflow workflow) {
    Region declared = columns.regions();
    try {
      return DeclaredTree.of(declared, workflow);
    } catch (IllegalArgumentException e) {
      return RegionAdoption.of(declared, workflow, remarks);
    }
  }
}
