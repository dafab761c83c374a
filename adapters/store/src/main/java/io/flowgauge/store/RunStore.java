package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.document.RunDocument;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stores a run, within a transaction. */
final class RunStore {
  private final Statements statements;
  private final VersionTables versions;
  private final ValueTables values;
  private final RunQueries queries;

  RunStore(Statements statements) {
    this.statements = statements;
    this.versions = new VersionTables(statements);
    this.values = new ValueTables(statements);
    this.queries = new RunQueries(statements);
  }

  StoreResult store(RunReport report, RunDocument document, RunLabel label)
      throws SQLException, IOException {
    Optional<StoredRun> known = queries.withContent(document.hash());
    if (known.isPresent()) {
      return new StoreResult(known.get(), false);
    }
    String workflow = label.workflowOf(report.run());
    long version = versions.idOf(workflow, label.version());
    if (label.refines().isPresent()) {
      versions.recordRefinement(versions.idOf(workflow, label.refines().get()), version);
    }
    List<Subgraph> subgraphs = subgraphs(workflow, version, label);
    versions.linkSubgraphs(version);
    long graph = new GraphTables(statements).idOf(report.run().workflow());
    long id = new RunTables(statements, report).insert(version, graph, label, document);
    values.insert(id, RunValues.of(report, subgraphs).values());
    return new StoreResult(queries.run(id), true);
  }

  /**
   * Adds the label's subgraphs to the version and returns all of the version. If any is new, the
   * earlier runs of the version are measured again.
   */
  private List<Subgraph> subgraphs(String workflow, long version, RunLabel label)
      throws SQLException, IOException {
    List<Subgraph> known = versions.subgraphs(workflow, label.version());
    List<Subgraph> changed = new ArrayList<>(label.subgraphs());
    changed.removeAll(known);
    if (changed.isEmpty()) {
      return known;
    }
    for (Subgraph subgraph : changed) {
      versions.add(version, subgraph);
    }
    List<Subgraph> all = versions.subgraphs(workflow, label.version());
    measureEarlierRuns(version, all);
    return all;
  }

  private void measureEarlierRuns(long version, List<Subgraph> subgraphs)
      throws SQLException, IOException {
    List<Long> earlier =
        statements.rows(
            "select run_id from flowgauge_run where version_id = ?",
            row -> row.getLong(1),
            version);
    for (long id : earlier) {
      WorkflowRun run = queries.load(RunFilter.all().id(id)).get(0);
      values.deleteSubgraphs(id);
      values.insert(id, LaterSubgraphs.measured(run, subgraphs));
    }
  }
}
