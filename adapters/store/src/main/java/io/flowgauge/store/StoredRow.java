package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.spi.NewRun;
import io.flowgauge.trace.Times;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** A row of the table of runs. */
record StoredRow(
    long id,
    String workflow,
    String version,
    String name,
    String source,
    Instant stored,
    Optional<Instant> start,
    OptionalDouble makespanSeconds,
    boolean isFinished,
    int activities,
    int attempts,
    int failedAttempts,
    Set<String> sites,
    Map<String, String> tags)
    implements StoredRun {
  StoredRow {
    sites = Collections.unmodifiableSet(sites);
    tags = Collections.unmodifiableMap(tags);
  }

  /** Creates the row of a run that has just been stored. */
  static StoredRow of(long id, NewRun stored) {
    RunReport report = stored.report();
    RunLabel label = stored.label();
    WorkflowRun run = report.run();
    return new StoredRow(
        id,
        label.workflowOf(run),
        label.version(),
        run.name(),
        label.source(),
        Instant.now(),
        run.startNanos().isPresent()
            ? Optional.of(Times.instant(run.startNanos().getAsLong()))
            : Optional.empty(),
        stored.values().value(Quantity.MAKESPAN),
        run.isFinished(),
        run.workflow().activityCount(),
        report.metrics().attempts(),
        report.metrics().failedAttempts(),
        stored.values().sites(),
        label.tags());
  }

  @Override
  public String toString() {
    return "StoredRun[" + id + ", " + workflow + " version " + version + ", " + name + "]";
  }
}
