package io.flowgauge.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables of workflow graphs, which runs of the same graph share. */
final class GraphTables {
  private final Statements statements;

  GraphTables(Statements statements) {
    this.statements = statements;
  }

  /** Number of the graph of a workflow, which is stored if it is new. */
  long idOf(Workflow workflow) throws SQLException {
    String signature = signature(workflow);
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
    if (workflow.activityCount() > 0) {
      statements.runAll(
          "insert into flowgauge_region (graph_id, position, parent, kind, name, activities)"
              + " values (?, ?, ?, ?, ?, ?)",
          regions(id, workflow.regions()));
    }
    return id;
  }

  /** Not {@code List.of}, because a cell may be null. */
  private static Object[] row(Object... cells) {
    return cells;
  }

  /** A region with the position of its parent. */
  private record Placed(Region region, Integer parent) {}

  private static Stream<Object[]> regions(long graph, Region root) {
    List<Object[]> rows = new ArrayList<>();
    Deque<Placed> open = new ArrayDeque<>(List.of(new Placed(root, null)));
    while (!open.isEmpty()) {
      Placed next = open.pop();
      Region region = next.region();
      if (region.kind() == RegionKind.ACTIVITY) {
        continue;
      }
      Integer position = rows.size();
      rows.add(
          row(
              graph,
              position,
              next.parent(),
              region.kind().label(),
              region.name(),
              region.activityCount()));
      List<Region> members = region.members();
      for (int k = members.size() - 1; k >= 0; k--) {
        open.push(new Placed(members.get(k), position));
      }
    }
    return rows.stream();
  }

  /** A hash of the activities, dependencies and declared regions, which identifies the graph. */
  private static String signature(Workflow workflow) {
    MessageDigest digest = RunDocument.sha256();
    for (Activity activity : workflow.activities()) {
      add(digest, activity.id(), activity.type(), activity.kind().name());
    }
    for (Dependency dependency : workflow.dependencies()) {
      add(digest, "->", dependency.from(), dependency.to());
    }
    if (workflow.activityCount() > 0) {
      regions(0, workflow.regions())
          .forEach(row -> add(digest, row[2] + " " + row[3], row[4].toString(), "" + row[5]));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, String... parts) {
    for (String part : parts) {
      byte[] bytes = part.getBytes(UTF_8);
      digest.update((byte) (bytes.length >> 16));
      digest.update((byte) (bytes.length >> 8));
      digest.update((byte) bytes.length);
      digest.update(bytes);
    }
  }
}
