package io.flowgauge.lake;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.report.table.ActivityTable;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.document.GraphSignature;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A run as rows of the datasets. Immutable and thread-safe. */
final class LakeRun {
  private static final int NANOS_PER_MICRO = 1000;

  /** The columns of an activity's table that are those of its dataset. */
  private static final int SHARED =
      (int)
          ActivityTable.columns().stream()
              .takeWhile(column -> column.kind() != ActivityTable.Kind.SECONDS)
              .count();

  private final long id;
  private final RunReport report;
  private final RunDocument document;
  private final RunLabel label;
  private final WorkflowRun run;

  LakeRun(long id, RunReport report, RunDocument document, RunLabel label) {
    this.id = id;
    this.report = report;
    this.document = document;
    this.label = label;
    this.run = report.run();
  }

  Partition partition(String workflow) {
    OptionalLong start = run.startNanos();
    return Partition.of(
        workflow,
        start.isPresent() ? Optional.of(Times.instant(start.getAsLong())) : Optional.empty());
  }

  int activities() {
    return run.workflow().activityCount();
  }

  Stream<Object[]> rows(Dataset dataset) {
    return switch (dataset) {
      case RUNS -> Stream.<Object[]>of(run());
      case TAGS -> label.tags().entrySet().stream().map(e -> row(id, e.getKey(), e.getValue()));
      case PROCESSORS -> processors();
      case ACTIVITIES -> executions();
      case QUANTITIES -> quantities();
      case DOCUMENTS -> Stream.<Object[]>of(row(id, document.json()));
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
        micros(nullable(run.startNanos())),
        micros(nullable(run.endNanos())),
        RunValues.of(report, List.of()).values().get(Quantity.MAKESPAN),
        run.isFinished(),
        workflow.activityCount(),
        workflow.dependencyCount(),
        workflow.levelCount(),
        workflow.width(),
        metrics.attempts(),
        metrics.failedAttempts(),
        GraphSignature.of(workflow),
        document.hash(),
        Times.epochNanos(Instant.now()),
        nullable(run.startNanos()),
        nullable(run.endNanos()));
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
                    metrics.activitiesPerProcessor().getOrDefault(processor.name(), 0),
                    nullable(
                        metrics
                            .utilization()
                            .getOrDefault(processor.name(), Measured.absent("not known")))));
  }

  private Stream<Object[]> executions() {
    ActivityTable table = new ActivityTable(report);
    RunMetrics metrics = report.metrics();
    return IntStream.range(0, activities())
        .mapToObj(
            a -> {
              List<Object> cells = new ArrayList<>(List.of(id, a));
              for (Object cell : Arrays.asList(table.row(a)).subList(0, SHARED)) {
                cells.add(cell instanceof Long nanos ? micros(nanos) : cell);
              }
              cells.add(nullable(metrics.processingTime(a)));
              return cells.toArray();
            });
  }

  private Stream<Object[]> quantities() {
    return RunValues.of(report, label.subgraphs()).values().entrySet().stream()
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

  private static Long micros(Long nanos) {
    return nanos == null ? null : Long.valueOf(Math.floorDiv(nanos, NANOS_PER_MICRO));
  }

  private static Long nullable(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static Double nullable(Measured value) {
    return value.isMeasured() ? value.value() : null;
  }
}
