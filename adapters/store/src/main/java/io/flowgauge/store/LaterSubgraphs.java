package io.flowgauge.store;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Queries the values of runs, including those of subgraphs that were named only after the runs were
 * stored.
 */
final class LaterSubgraphs {
  private static final int LOADED_AT_ONCE = 20;

  private final Statements statements;
  private final RunQueries queries;
  private final VersionTables versions;
  private final Tables tables;
  private final Set<Long> unmeasured;

  LaterSubgraphs(Statements statements, Tables tables) throws SQLException {
    this.statements = statements;
    this.queries = new RunQueries(statements);
    this.versions = new VersionTables(statements);
    this.tables = tables;
    this.unmeasured = tables.unmeasured();
  }

  /** Analyses a run and returns the quantities of its subgraphs. */
  static Map<Quantity, Double> measured(WorkflowRun run, List<Subgraph> subgraphs) {
    Map<Quantity, Double> values =
        new HashMap<>(RunValues.of(Flowgauge.report(run), subgraphs).values());
    values.keySet().removeIf(quantity -> !isOfSubgraph(quantity));
    return values;
  }

  private static boolean isOfSubgraph(Quantity quantity) {
    return quantity.kind() == Quantity.Kind.SUBGRAPH;
  }

  /** All quantities that any run has, in order. */
  List<Quantity> quantities() throws SQLException, IOException {
    Set<Quantity> all = new TreeSet<>(new ValueTables(statements).quantities().values());
    if (!unmeasured.isEmpty() && !subgraphsIn(all).containsAll(names())) {
      measureMissing(RunFilter.all()).values().forEach(values -> all.addAll(values.keySet()));
    }
    return List.copyOf(all);
  }

  private static Set<String> subgraphsIn(Set<Quantity> quantities) {
    return quantities.stream()
        .filter(LaterSubgraphs::isOfSubgraph)
        .map(Quantity::subject)
        .collect(Collectors.toSet());
  }

  private List<String> names() throws SQLException {
    return statements.rows("select name from flowgauge_subgraph", row -> row.getString(1));
  }

  /** Runs with their values, in the order in which they were stored. */
  List<StoredValues> values(RunFilter filter) throws SQLException, IOException {
    List<StoredValues> values = queries.values(filter, tables);
    if (unmeasured.isEmpty()) {
      return values;
    }
    Map<Long, Map<Quantity, Double>> measured = new HashMap<>();
    measureMissing(filter).forEach((run, own) -> measured.put(run.id(), own));
    return values.stream()
        .map(each -> with(each, Optional.ofNullable(measured.get(each.run().id()))))
        .toList();
  }

  private static StoredValues with(StoredValues stored, Optional<Map<Quantity, Double>> measured) {
    if (measured.isEmpty()) {
      return stored;
    }
    StoredRun run = stored.run();
    Map<Quantity, Double> own = new HashMap<>(stored.values().values());
    own.keySet().removeIf(LaterSubgraphs::isOfSubgraph);
    own.putAll(measured.get());
    return new StoredValues(run, RunValues.of(run.name(), run.sites(), own));
  }

  /** The runs that have a quantity, in the order in which they were stored. */
  List<HistoryPoint> history(RunFilter filter, Quantity quantity) throws SQLException, IOException {
    List<HistoryPoint> stored = queries.history(filter, quantity);
    if (!isOfSubgraph(quantity)) {
      return stored;
    }
    Map<Long, HistoryPoint> points = new TreeMap<>();
    stored.forEach(point -> points.put(point.run().id(), point));
    measureMissing(filter)
        .forEach(
            (run, measured) -> {
              Double value = measured.get(quantity);
              points.compute(
                  run.id(), (id, old) -> value == null ? null : new HistoryPoint(run, value));
            });
    return List.copyOf(points.values());
  }

  /** Analyses the runs whose stored values lack a subgraph, and returns their subgraphs' values. */
  private Map<StoredRun, Map<Quantity, Double>> measureMissing(RunFilter filter)
      throws SQLException, IOException {
    if (unmeasured.isEmpty()) {
      return Map.of();
    }
    List<StoredRun> runs =
        queries.runs(filter).stream().filter(run -> unmeasured.contains(run.id())).toList();
    Map<StoredRun, Map<Quantity, Double>> measured = new HashMap<>();
    for (int from = 0; from < runs.size(); from += LOADED_AT_ONCE) {
      List<StoredRun> next = runs.subList(from, Math.min(from + LOADED_AT_ONCE, runs.size()));
      List<WorkflowRun> loaded =
          queries.load(RunFilter.of(next.stream().map(StoredRun::id).toList()));
      for (int k = 0; k < next.size(); k++) {
        StoredRun run = next.get(k);
        measured.put(
            run, measured(loaded.get(k), versions.subgraphs(run.workflow(), run.version())));
      }
    }
    return measured;
  }
}
