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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The values of runs, those of subgraphs included that were named after the runs were stored. */
final class LaterSubgraphs {
  private static final int LOADED_AT_ONCE = 20;

  private final Statements statements;
  private final RunQueries queries;
  private final VersionTables versions;
  private final Set<Long> unmeasured;

  /**
   * Prepares queries.
   *
   * @param unmeasured the runs whose stored values lack a subgraph of their version
   */
  LaterSubgraphs(Statements statements, Set<Long> unmeasured) {
    this.statements = statements;
    this.queries = new RunQueries(statements);
    this.versions = new VersionTables(statements);
    this.unmeasured = unmeasured;
  }

  /** What an analysis of a run says of subgraphs. */
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
      measured(RunFilter.all()).values().forEach(values -> all.addAll(values.keySet()));
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

  /** The values of runs, in the order in which the runs were stored. */
  Map<Long, RunValues> values(RunFilter filter) throws SQLException, IOException {
    Map<Long, RunValues> values = queries.values(filter);
    measured(filter)
        .forEach(
            (run, measured) -> {
              Map<Quantity, Double> own = new HashMap<>(values.get(run.id()).values());
              own.keySet().removeIf(LaterSubgraphs::isOfSubgraph);
              own.putAll(measured);
              values.put(run.id(), RunValues.of(run.name(), run.sites(), own));
            });
    return values;
  }

  /** The runs that have a quantity, in the order in which they were stored. */
  List<HistoryPoint> history(RunFilter filter, Quantity quantity) throws SQLException, IOException {
    List<HistoryPoint> stored = queries.history(filter, quantity);
    if (!isOfSubgraph(quantity)) {
      return stored;
    }
    Map<Long, HistoryPoint> points = new TreeMap<>();
    stored.forEach(point -> points.put(point.run().id(), point));
    measured(filter)
        .forEach(
            (run, measured) -> {
              Double value = measured.get(quantity);
              points.compute(
                  run.id(), (id, old) -> value == null ? null : new HistoryPoint(run, value));
            });
    return List.copyOf(points.values());
  }

  /** The values in subgraphs of those runs that lack one. */
  private Map<StoredRun, Map<Quantity, Double>> measured(RunFilter filter)
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
