package io.flowgauge.store;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.document.RunDocument;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
      versions.refine(versions.idOf(workflow, label.refines().get()), version);
    }
    if (versions.add(version, label.subgraphs())) {
      againOverEarlierRuns(version);
    }
    versions.relate(version);
    long graph = new GraphTables(statements).idOf(report.run().workflow());
    long id = new RunTables(statements, report).insert(version, graph, label, document);
    values.insert(id, RunValues.of(report, versions.subgraphs(version)).values());
    return new StoreResult(queries.run(id), true);
  }

  /** Recomputes earlier runs of a version, to which a subgraph named later applies, too. */
  private void againOverEarlierRuns(long version) throws SQLException, IOException {
    List<Subgraph> subgraphs = versions.subgraphs(version);
    List<Long> earlier =
        statements.rows(
            "select run_id from flowgauge_run where version_id = ?",
            row -> row.getLong(1),
            version);
    for (long id : earlier) {
      WorkflowRun run = queries.load(RunFilter.all().id(id)).get(0);
      Map<Quantity, Double> own =
          new HashMap<>(RunValues.of(Flowgauge.report(run), subgraphs).values());
      own.keySet().removeIf(quantity -> quantity.kind() != Quantity.Kind.SUBGRAPH);
      values.deleteSubgraphs(id);
      values.insert(id, own);
    }
  }
}
