package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.StoredValues;
import io.flowgauge.trace.Times;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What tells a run from others, wherever it is stored (definitions, "Experiments"): its start and
 * everything that was measured; also its name if its times are relative, because then many runs
 * begin at the same time. Otherwise the name does not count: it may be that of a file. Not
 * thread-safe.
 */
final class RunContent {
  /** Runs with relative times seem to begin before this. */
  private static final Instant FIRST = Instant.parse("1971-01-01T00:00:00Z");

  private final Optional<Instant> start;
  private final String name;
  private final Supplier<RunValues> values;
  private Map<Quantity, Double> measured;

  private RunContent(Optional<Instant> start, String name, Supplier<RunValues> values) {
    this.start = start;
    this.name = start.filter(FIRST::isBefore).isPresent() ? "" : name;
    this.values = values;
  }

  /** Returns the content of a run, which is analysed only if another began at the same time. */
  static RunContent of(WorkflowRun run) {
    return of(run, () -> RunValues.of(Flowgauge.report(run), List.of()));
  }

  /** Returns the content of an analysed run. */
  static RunContent of(WorkflowRun run, RunValues values) {
    return of(run, () -> values);
  }

  private static RunContent of(WorkflowRun run, Supplier<RunValues> values) {
    Optional<Instant> start = run.startNanos().stream().mapToObj(Times::instant).findFirst();
    return new RunContent(start, run.name(), values);
  }

  static RunContent of(StoredValues stored) {
    return new RunContent(stored.run().start(), stored.values().name(), stored::values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunContent run
        && start.equals(run.start)
        && name.equals(run.name)
        && measured().equals(run.measured());
  }

  /** Returns the measured values. Which subgraphs were measured depends on the user. */
  private Map<Quantity, Double> measured() {
    if (measured == null) {
      measured =
          values.get().values().entrySet().stream()
              .filter(value -> value.getKey().kind() != Kind.SUBGRAPH)
              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
    return measured;
  }

  @Override
  public int hashCode() {
    return Objects.hash(start, name);
  }
}
