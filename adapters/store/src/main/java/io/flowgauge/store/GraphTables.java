package io.flowgauge.store;

import io.flowgauge.store.document.GraphSignature;
import io.flowgauge.store.document.RegionTree;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.Workflow;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/** Stores workflow graphs; runs of the same graph share its rows. */
final class GraphTables {
  private final Statements statements;

  GraphTables(Statements statements) {
    this.statements = statements;
  }

  /** Returns the number of a workflow's graph, and stores the graph if it is new. */
  long idOf(Workflow workflow) throws SQLException {
    String signature = GraphSignature.of(workflow);
    List<Long> known =
        statements.rows(
            "select graph_id from flowgauge_graph where signature = ?",
            row -> row.getLong(1),
            signature);
    return known.isEmpty() ? insert(workflow, signature) : known.get(0);
  }

  private long insert(Workflow workflow, String signature) throws SQLException {
    long id =
        statements.insert(
            "insert into flowgauge_graph (signature, activities, dependencies, levels, width)"
                + " values (?, ?, ?, ?, ?)",
            "graph_id",
            signature,
            workflow.activityCount(),
            workflow.dependencyCount(),
            workflow.levelCount(),
            workflow.width());
    statements.runAll(
        "insert into flowgauge_activity (graph_id, position, activity, type, kind)"
            + " values (?, ?, ?, ?, ?)",
        IntStream.range(0, workflow.activityCount())
            .mapToObj(
                a -> {
                  Activity activity = workflow.activity(a);
                  return row(id, a, activity.id(), activity.type(), activity.kind().name());
                }));
    statements.runAll(
        "insert into flowgauge_dependency (graph_id, from_position, to_position) values (?, ?, ?)",
        workflow.dependencies().stream()
            .map(d -> row(id, workflow.indexOf(d.from()), workflow.indexOf(d.to()))));
    List<RegionTree.Placed> regions = RegionTree.of(workflow);
    statements.runAll(
        "insert into flowgauge_region (graph_id, position, parent, kind, name, activities)"
            + " values (?, ?, ?, ?, ?, ?)",
        IntStream.range(0, regions.size())
            .mapToObj(
                k -> {
                  Region region = regions.get(k).region();
                  return row(
                      id,
                      k,
                      regions.get(k).parent(),
                      region.kind().label(),
                      region.name(),
                      region.activityCount());
                }));
    return id;
  }

  /** Not {@code List.of}, because a cell may be null. */
  private static Object[] row(Object... cells) {
    return cells;
  }
}
