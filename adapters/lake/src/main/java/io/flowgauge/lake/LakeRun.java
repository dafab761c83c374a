package io.flowgauge.lake;

import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.report.table.ExecutionCells;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.document.Cells;
import io.flowgauge.store.document.GraphSignature;
import io.flowgauge.store.spi.NewRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A run as rows of the datasets. Immutable and thread-safe. */
final class LakeRun {
  private static final int NANOS_PER_MICRO = 1000;

  private final long id;
  private final NewRun stored;
  private final RunReport report;
  private final RunLabel label;
  private final WorkflowRun run;

  LakeRun(long id, NewRun stored) {
    this.id = id;
    this.stored = stored;
    this.report = stored.report();
    this.label = stored.label();
    this.run = report.run();
  }

  Partition partition() {
    OptionalLong start = run.startNanos();
    return Partition.of(
        label.workflowOf(run),
        start.isPresent() ? Optional.of(Times.instant(start.getAsLong())) : Optional.empty());
  }

  Stream<Object[]> rows(Dataset dataset) {
    return switch (dataset) {
      case RUNS -> Stream.<Object[]>of(run());
      case TAGS -> label.tags().entrySet().stream().map(e -> row(id, e.getKey(), e.getValue()));
      case PROCESSORS -> processors();
      case ACTIVITIES -> executions();
      case QUANTITIES -> quantities();
      case DOCUMENTS -> Stream.<Object[]>of(row(id, stored.document().json()));
      case SUBGRAPHS -> stored.subgraphs().stream().flatMap(this::subgraph);
      case REFINEMENTS -> label.refines().stream().map(original -> row(id, original));
      case PROFILES ->
          IntStream.range(0, run.workflow().activityCount()).boxed().flatMap(this::profile);
    };
  }

  private static Object[] row(Object... cells) {
    return cells;
  }

  private Object[] run() {
    Workflow workflow = run.workflow();
    RunMetrics metrics = report.metrics();
    return row(
        id,
        label.version(),
        run.name(),
        label.source(),
        micros(Cells.of(run.startNanos())),
        micros(Cells.of(run.endNanos())),
        stored.values().values().get(Quantity.MAKESPAN),
        run.isFinished(),
        workflow.activityCount(),
        workflow.dependencyCount(),
        workflow.levelCount(),
        workflow.width(),
        metrics.attempts(),
        metrics.failedAttempts(),
        GraphSignature.of(workflow),
        stored.document().hash(),
        Times.epochNanos(Instant.now()),
        Cells.of(run.startNanos()),
        Cells.of(run.endNanos()));
  }

  private Stream<Object[]> processors() {
    RunMetrics metrics = report.metrics();
    return run.processors().stream()
        .map(
            processor ->
                row(
                    id,
                    processor.name(),
                    processor.site(),
                    processor.speed(),
                    processor.slots(),
                    Cells.activities(metrics, processor),
                    Cells.utilization(metrics, processor)));
  }

  private Stream<Object[]> executions() {
    ExecutionCells executions = new ExecutionCells(run);
    return IntStream.range(0, run.workflow().activityCount())
        .mapToObj(
            a -> {
              List<Object> cells = executions.of(a);
              cells.replaceAll(cell -> cell instanceof Long nanos ? micros(nanos) : cell);
              cells.addAll(0, List.of(id, a));
              cells.add(Cells.of(report.metrics().processingTime(a)));
              return cells.toArray();
            });
  }

  private Stream<Object[]> quantities() {
    return stored.values().values().entrySet().stream()
        .map(
            e -> {
              Quantity quantity = e.getKey();
              return row(
                  id,
                  quantity.kind().name(),
                  quantity.subject(),
                  quantity.name(),
                  quantity.unit().name(),
                  e.getValue());
            });
  }

  private Stream<Object[]> subgraph(Subgraph subgraph) {
    boolean isNamed = label.subgraphs().contains(subgraph);
    return subgraph.types().stream().map(type -> row(id, subgraph.name(), type, isNamed));
  }

  /** Returns the rows of an activity's last profile, which holds everything measured of it. */
  private Stream<Object[]> profile(int activity) {
    List<CodeProfile> profiles = run.execution(activity).codeProfiles();
    if (profiles.isEmpty()) {
      return Stream.empty();
    }
    CodeProfile last = profiles.get(profiles.size() - 1);
    return last.regions().stream()
        .map(
            region ->
                row(
                    id,
                    activity,
                    region.name(),
                    region.source(),
                    region.calls(),
                    Times.seconds(region.nanos()),
                    Times.seconds(region.ownNanos()),
                    Times.seconds(region.openNanos()),
                    micros(last.epochNanos())));
  }

  private static Long micros(Long nanos) {
    return nanos == null ? null : Long.valueOf(Math.floorDiv(nanos, NANOS_PER_MICRO));
  }
}
