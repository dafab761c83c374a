package io.flowgauge.store;

import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.document.Cells;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Stores a run with its document, tags, processors and executions. */
final class RunTables {
  private final Statements statements;
  private final RunReport report;
  private final WorkflowRun run;
  private final RunMetrics metrics;

  RunTables(Statements statements, RunReport report) {
    this.statements = statements;
    this.report = report;
    this.run = report.run();
    this.metrics = report.metrics();
  }

  /** Stores the run without its values, and returns its number. */
  long insert(long version, long graph, RunLabel label, RunDocument document)
      throws SQLException, IOException {
    RunValues values = RunValues.of(report, List.of());
    long id =
        statements.insert(
            "insert into flowgauge_run (version_id, graph_id, content_hash, name, source,"
                + " stored_nanos, start_nanos, end_nanos, makespan_seconds, finished, attempts,"
                + " failed_attempts) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            "run_id",
            version,
            graph,
            document.hash(),
            run.name(),
            label.source(),
            Times.epochNanos(Instant.now()),
            Cells.of(run.startNanos()),
            Cells.of(run.endNanos()),
            values.values().get(Quantity.MAKESPAN),
            run.isFinished() ? 1 : 0,
            metrics.attempts(),
            metrics.failedAttempts());
    statements.run(
        "insert into flowgauge_document (run_id, bytes) values (?, ?)", id, document.compressed());
    statements.runAll(
        "insert into flowgauge_tag (run_id, name, value) values (?, ?, ?)",
        label.tags().entrySet().stream().map(e -> new Object[] {id, e.getKey(), e.getValue()}));
    processors(id);
    executions(id);
    return id;
  }

  private void processors(long id) throws SQLException {
    List<Processor> processors = run.processors();
    statements.runAll(
        "insert into flowgauge_processor (run_id, position, name, site, speed, slots, activities,"
            + " utilization) values (?, ?, ?, ?, ?, ?, ?, ?)",
        IntStream.range(0, processors.size())
            .mapToObj(
                k -> {
                  Processor processor = processors.get(k);
                  return new Object[] {
                    id,
                    k,
                    processor.name(),
                    processor.site(),
                    processor.speed(),
                    processor.slots(),
                    Cells.activities(metrics, processor),
                    Cells.utilization(metrics, processor)
                  };
                }));
  }

  private void executions(long id) throws SQLException {
    Map<String, Integer> positions = new HashMap<>();
    run.processors().forEach(processor -> positions.put(processor.name(), positions.size()));
    statements.runAll(
        "insert into flowgauge_execution (run_id, position, processing_seconds,"
            + " response_seconds, attempts, processor) values (?, ?, ?, ?, ?, ?)",
        IntStream.range(0, run.workflow().activityCount())
            .mapToObj(
                a ->
                    new Object[] {
                      id,
                      a,
                      run.execution(a).isCompleted() ? Cells.of(metrics.processingTime(a)) : null,
                      Cells.of(metrics.responseTime(a)),
                      run.execution(a).attempts().size(),
                      run.execution(a).processor().map(positions::get).orElse(null)
                    }));
  }
}
