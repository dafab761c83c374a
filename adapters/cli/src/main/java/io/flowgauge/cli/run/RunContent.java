package io.flowgauge.cli.run;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.StoredValues;
import io.flowgauge.trace.Times;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What tells a run from others, whether it is stored or in a file: its name, its start and
 * everything that was measured. Immutable and thread-safe.
 */
final class RunContent {
  private final Optional<Instant> start;
  private final RunValues values;

  private RunContent(Optional<Instant> start, RunValues values) {
    this.start = start;
    this.values = values;
  }

  static RunContent of(WorkflowRun run, RunValues values) {
    return new RunContent(
        run.startNanos().isPresent()
            ? Optional.of(Times.instant(run.startNanos().getAsLong()))
            : Optional.empty(),
        values);
  }

  static RunContent of(StoredValues stored) {
    return new RunContent(stored.run().start(), stored.values());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunContent run
        && start.equals(run.start)
        && values.name().equals(run.values.name())
        && measured().equals(run.measured());
  }

  /** Returns the measured values. Which subgraphs were measured depends on the user. */
  private Map<Quantity, Double> measured() {
    return values.values().entrySet().stream()
        .filter(value -> value.getKey().kind() != Kind.SUBGRAPH)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public int hashCode() {
    return Objects.hash(start, values.name(), values.value(Quantity.MAKESPAN));
  }
}
