package io.flowgauge.store;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Queries about runs. */
final class RunQueries {
  private static final String RUNS =
      " from flowgauge_run r"
          + " join flowgauge_version v on v.version_id = r.version_id"
          + " join flowgauge_workflow w on w.workflow_id = v.workflow_id"
          + " join flowgauge_graph g on g.graph_id = r.graph_id";

  private final Statements statements;

  RunQueries(Statements statements) {
    this.statements = statements;
  }

  /** A filter as a subquery that selects run numbers, with its parameters. */
  private record Selection(String sql, List<Object> values) {
    static Selection of(RunFilter filter) {
      StringBuilder sql = new StringBuilder("select r.run_id").append(RUNS);
      List<Object> parameters = new ArrayList<>();
      String word = " where ";
      for (RunFilter.Condition condition : filter.conditions()) {
        sql.append(word).append(condition.sql());
        parameters.addAll(condition.parameters());
        word = " and ";
      }
      return new Selection(sql.toString(), List.copyOf(parameters));
    }

    /** Returns the selection of those of its runs whose numbers lie in a range. */
    Selection between(long first, long last) {
      String range = "select run_id from (" + sql + ") chosen where run_id between ? and ?";
      List<Object> more = new ArrayList<>(values);
      more.addAll(List.of(first, last));
      return new Selection(range, List.copyOf(more));
    }

    Object[] parameters() {
      return values.toArray();
    }
  }

  /**
   * Selects the runs that match now: runs that another process stores between the queries of one
   * answer are left out, and displace none of the newest.
   */
  private Selection select(RunFilter filter) throws SQLException {
    Selection matching = Selection.of(filter);
    String newest =
        filter.newest().isPresent()
            ? matching.sql() + " order by r.run_id desc limit " + filter.newest().getAsInt()
            : matching.sql();
    return statements
        .rows(
            "select min(run_id), max(run_id) from (" + newest + ") chosen",
            row -> matching.between(row.getLong(1), row.getLong(2)),
            matching.parameters())
        .get(0);
  }

  List<StoredRun> runs(RunFilter filter) throws SQLException {
    return runs(select(filter));
  }

  private List<StoredRun> runs(Selection chosen) throws SQLException {
    Map<Long, Map<String, String>> tags = new HashMap<>();
    statements.forEach(
        "select run_id, name, value from flowgauge_tag where run_id in (" + chosen.sql() + ")",
        row ->
            tags.computeIfAbsent(row.getLong(1), id -> new TreeMap<>())
                .put(row.getString(2), row.getString(3)),
        chosen.parameters());
    Map<Long, Set<String>> sites = sites(chosen);
    return statements.rows(
        "select r.run_id, w.name, v.label, r.name, r.source, r.stored_nanos, r.start_nanos,"
            + " r.makespan_seconds, r.finished, g.activities, r.attempts, r.failed_attempts"
            + RUNS
            + " where r.run_id in ("
            + chosen.sql()
            + ") order by r.run_id",
        row ->
            stored(
                row,
                sites.getOrDefault(row.getLong(1), Set.of()),
                tags.getOrDefault(row.getLong(1), Map.of())),
        chosen.parameters());
  }

  /** Returns the run with the given content hash, if it is stored. */
  Optional<StoredRun> withContent(String hash) throws SQLException {
    List<Long> ids =
        statements.rows(
            "select run_id from flowgauge_run where content_hash = ?", row -> row.getLong(1), hash);
    return ids.isEmpty() ? Optional.empty() : Optional.of(run(ids.get(0)));
  }

  /** Returns a run that is known to be stored. */
  StoredRun run(long id) throws SQLException {
    return runs(RunFilter.all().id(id)).get(0);
  }

  private Map<Long, Set<String>> sites(Selection chosen) throws SQLException {
    Map<Long, Set<String>> sites = new HashMap<>();
    statements.forEach(
        "select distinct run_id, site from flowgauge_processor where site <> '' and activities > 0"
            + " and run_id in ("
            + chosen.sql()
            + ") order by run_id",
        row -> sites.computeIfAbsent(row.getLong(1), id -> new TreeSet<>()).add(row.getString(2)),
        chosen.parameters());
    Map<Set<String>, Set<String>> known = new HashMap<>(); // Many runs have equal sets.
    sites.replaceAll((id, own) -> known.computeIfAbsent(own, any -> own));
    return sites;
  }

  private static StoredRun stored(ResultSet row, Set<String> sites, Map<String, String> tags)
      throws SQLException {
    long start = row.getLong(7);
    Optional<Instant> started =
        row.wasNull() ? Optional.empty() : Optional.of(Times.instant(start));
    double makespan = row.getDouble(8);
    OptionalDouble seconds = row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(makespan);
    return new StoredRow(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        Times.instant(row.getLong(6)),
        started,
        seconds,
        row.getInt(9) != 0,
        row.getInt(10),
        row.getInt(11),
        row.getInt(12),
        sites,
        tags);
  }

  List<StoredValues> values(RunFilter filter, Tables tables) throws SQLException {
    Selection chosen = select(filter);
    List<StoredRun> runs = runs(chosen);
    boolean isMost = isMost(runs);
    ValueCollector values = new ValueCollector(runs);
    statements.forEach(
        "select run_id, quantity_id, value from flowgauge_value"
            + (isMost ? "" : " where run_id in (" + chosen.sql() + ")"),
        row -> values.add(row.getLong(1), row.getLong(2), row.getDouble(3)),
        isMost ? new Object[0] : chosen.parameters());
    String quantities = tables.quantitiesOf(values.examples());
    return values.of(new ValueTables(statements).quantities(quantities));
  }

  /**
   * Whether these are most of all runs; then reading all values is faster than selecting theirs.
   */
  private boolean isMost(List<StoredRun> runs) throws SQLException {
    long all = statements.rows("select count(*) from flowgauge_run", row -> row.getLong(1)).get(0);
    return 2L * runs.size() > all;
  }

  List<HistoryPoint> history(RunFilter filter, Quantity quantity) throws SQLException {
    OptionalLong id = new ValueTables(statements).id(quantity);
    if (id.isEmpty()) {
      return List.of();
    }
    Selection chosen = select(filter);
    Map<Long, Double> values = new HashMap<>();
    statements.forEach(
        "select run_id, value from flowgauge_value where quantity_id = "
            + id.getAsLong()
            + " and run_id in ("
            + chosen.sql()
            + ")",
        row -> values.put(row.getLong(1), row.getDouble(2)),
        chosen.parameters());
    return runs(chosen).stream()
        .filter(run -> values.containsKey(run.id()))
        .map(run -> new HistoryPoint(run, values.get(run.id())))
        .toList();
  }

  /** Runs with their documents, in the order in which they were stored. */
  List<WorkflowRun> load(RunFilter filter) throws SQLException, IOException {
    Selection chosen = select(filter);
    List<Packed> packed =
        statements.rows(
            "select r.name, r.finished, r.end_nanos, d.bytes from flowgauge_run r"
                + " join flowgauge_document d on d.run_id = r.run_id where r.run_id in ("
                + chosen.sql()
                + ") order by r.run_id",
            row -> new Packed(row.getString(1), now(row.getInt(2), row, 3), row.getBytes(4)),
            chosen.parameters());
    List<WorkflowRun> runs = new ArrayList<>();
    for (Packed run : packed) {
      runs.add(RunDocument.read(run.bytes(), run.name(), run.now()));
    }
    return runs;
  }

  private static OptionalLong now(int finished, ResultSet row, int column) throws SQLException {
    long end = row.getLong(column);
    return finished != 0 || row.wasNull() ? OptionalLong.empty() : OptionalLong.of(end);
  }

  /** A run whose document is still compressed. */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Packed(String name, OptionalLong now, byte[] bytes) {}

  /** A run in which each activity takes its shortest time in any of the selected runs. */
  WorkflowRun fastest(RunFilter filter) throws SQLException {
    Selection chosen = select(filter);
    RunRecorder recorder = Flowgauge.recorder("fastest of history");
    statements.forEach(
        "select a.activity, min(a.type), min(m.seconds) from"
            + " (select r.graph_id, x.position, min(x.processing_seconds) as seconds"
            + " from flowgauge_execution x join flowgauge_run r on r.run_id = x.run_id"
            + " where x.processing_seconds is not null and x.run_id in ("
            + chosen.sql()
            + ") group by r.graph_id, x.position) m"
            + " join flowgauge_activity a on a.graph_id = m.graph_id and a.position = m.position"
            + " group by a.activity order by a.activity",
        row -> {
          String id = row.getString(1);
          recorder.activity(Activity.of(id, row.getString(2)));
          recorder.wallclock(id, Times.nanos(row.getDouble(3)));
        },
        chosen.parameters());
    return recorder.snapshot();
  }
}
