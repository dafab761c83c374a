package io.flowgauge.store;

import io.flowgauge.comparison.Subgraph;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The tables of workflows, their versions, subgraphs and refinements. */
final class VersionTables {
  private static final String VERSION =
      " from flowgauge_workflow w join flowgauge_version v on v.workflow_id = w.workflow_id";

  private final Statements statements;

  VersionTables(Statements statements) {
    this.statements = statements;
  }

  /** Returns the number of a version; creates it, and its workflow, if new. */
  long idOf(String workflow, String version) throws SQLException {
    long workflowId =
        idOrNew("workflow_id", "flowgauge_workflow", List.of("name"), List.of(workflow));
    return idOrNew(
        "version_id",
        "flowgauge_version",
        List.of("workflow_id", "label"),
        List.of(workflowId, version));
  }

  /** Records that a version refines another: its subgraphs replace those of the same names. */
  void recordRefinement(long original, long refined) throws SQLException {
    statements.run(
        "update flowgauge_version set refines = ? where version_id = ?", original, refined);
  }

  /**
   * Links the subgraphs of a version to those of the same names in the version it refines, and in
   * those that refine it.
   */
  void linkSubgraphs(long version) throws SQLException {
    statements.run(
        "insert into flowgauge_refinement (original_id, refined_id)"
            + " select g.subgraph_id, h.subgraph_id"
            + " from flowgauge_version v"
            + " join flowgauge_subgraph h on h.version_id = v.version_id"
            + " join flowgauge_subgraph g on g.version_id = v.refines and g.name = h.name"
            + " where (v.version_id = ? or v.refines = ?)"
            + " and not exists (select 1 from flowgauge_refinement f"
            + " where f.original_id = g.subgraph_id and f.refined_id = h.subgraph_id)",
        version,
        version);
  }

  /** Returns the label of a run, with the subgraphs and the refined version of its version. */
  RunLabel label(StoredRun run) throws SQLException {
    RunLabel label = RunLabel.of(run.workflow()).version(run.version()).source(run.source());
    for (Map.Entry<String, String> tag : run.tags().entrySet()) {
      label = label.tag(tag.getKey(), tag.getValue());
    }
    for (Subgraph subgraph : subgraphs(run.workflow(), run.version())) {
      label = label.subgraph(subgraph);
    }
    Optional<String> original = refines(run.workflow(), run.version());
    return original.isPresent() ? label.refines(original.get()) : label;
  }

  /** The version that a version refines, if any. */
  private Optional<String> refines(String workflow, String version) throws SQLException {
    return statements
        .rows(
            "select o.label"
                + VERSION
                + " join flowgauge_version o on o.version_id = v.refines"
                + " where w.name = ? and v.label = ?",
            row -> row.getString(1),
            workflow,
            version)
        .stream()
        .findFirst();
  }

  /** The subgraphs of a version, by name. */
  List<Subgraph> subgraphs(String workflow, String version) throws SQLException {
    Map<String, Set<String>> types = new LinkedHashMap<>();
    statements.forEach(
        "select s.name, t.type"
            + VERSION
            + " join flowgauge_subgraph s on s.version_id = v.version_id"
            + " join flowgauge_subgraph_type t on t.subgraph_id = s.subgraph_id"
            + " where w.name = ? and v.label = ? order by s.name, t.type",
        row ->
            types.computeIfAbsent(row.getString(1), name -> new TreeSet<>()).add(row.getString(2)),
        workflow,
        version);
    List<Subgraph> subgraphs = new ArrayList<>();
    types.forEach((name, own) -> subgraphs.add(new Subgraph(name, own)));
    return subgraphs;
  }

  /** Adds a subgraph, replacing one of the same name. */
  void add(long version, Subgraph subgraph) throws SQLException {
    long id =
        idOrNew(
            "subgraph_id",
            "flowgauge_subgraph",
            List.of("version_id", "name"),
            List.of(version, subgraph.name()));
    statements.run("delete from flowgauge_subgraph_type where subgraph_id = ?", id);
    statements.runAll(
        "insert into flowgauge_subgraph_type (subgraph_id, type) values (?, ?)",
        subgraph.types().stream().map(type -> new Object[] {id, type}));
  }

  private long idOrNew(String id, String table, List<String> columns, List<Object> values)
      throws SQLException {
    Object[] parameters = values.toArray();
    List<Long> known =
        statements.rows(
            "select "
                + id
                + " from "
                + table
                + " where "
                + String.join(" = ? and ", columns)
                + " = ?",
            row -> row.getLong(1),
            parameters);
    return known.isEmpty()
        ? statements.insert(
            "insert into "
                + table
                + " ("
                + String.join(", ", columns)
                + ") values ("
                + "?, ".repeat(columns.size() - 1)
                + "?)",
            id,
            parameters)
        : known.get(0);
  }
}
