package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.store.spi.ForeignTables;
import io.flowgauge.store.spi.NewRun;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The tables of a repository that another module provides, such as a lake. */
final class OtherTables implements Tables {
  /** Up to this many runs, looking up their own quantities is faster than those of all runs. */
  private static final int FEW = 20;

  private final ForeignTables tables;

  private final AddedRuns added = new AddedRuns();

  /** The subgraphs of the versions of runs stored so far, by workflow and label of the version. */
  private final Map<List<String>, List<Subgraph>> subgraphs = new HashMap<>();

  OtherTables(ForeignTables tables) {
    this.tables = tables;
  }

  @Override
  public Connection connection() {
    return tables.connection();
  }

  @Override
  public Set<Long> unmeasured() throws SQLException {
    return Set.copyOf(
        statements().rows("select run_id from flowgauge_unmeasured", row -> row.getLong(1)));
  }

  @Override
  public String quantitiesOf(Set<Long> runs) {
    return runs.isEmpty() || runs.size() > FEW
        ? "flowgauge_quantity"
        : runs.stream()
            .map(String::valueOf)
            .collect(Collectors.joining(", ", "flowgauge_run_quantity where run_id in (", ")"));
  }

  @Override
  public StoreResult store(RunReport report, RunDocument document, RunLabel label)
      throws IOException {
    Optional<StoredRun> known = findByHash(document.hash());
    if (known.isPresent()) {
      return new StoreResult(known.get(), false);
    }
    List<String> version = List.of(label.workflowOf(report.run()), label.version());
    NewRun run = NewRun.of(report, document, label, subgraphs(version));
    StoredRun stored;
    try {
      stored = StoredRow.of(tables.store(run), run);
    } catch (IOException | RuntimeException e) {
      added.clear(); // Some may be lost; a query finds the others.
      throw e;
    }
    added.add(document.hash(), stored);
    subgraphs.put(version, run.subgraphs());
    return new StoreResult(stored, true);
  }

  @Override
  public boolean hasAdded(String tag, String value) {
    return added.haveTag(tag, value);
  }

  @Override
  public void flush() throws IOException {
    try {
      tables.flush();
    } catch (IOException | RuntimeException e) {
      added.clear();
      throw e;
    }
  }

  private List<Subgraph> subgraphs(List<String> version) throws RepositoryException {
    if (subgraphs.containsKey(version)) {
      return subgraphs.get(version);
    }
    try {
      return new VersionTables(statements()).subgraphs(version.get(0), version.get(1));
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private Statements statements() {
    return new Statements(connection());
  }

  private Optional<StoredRun> findByHash(String hash) throws RepositoryException {
    Optional<StoredRun> here = added.find(hash);
    if (here.isPresent()) {
      return here;
    }
    try {
      return new RunQueries(statements()).withContent(hash);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  @Override
  public RepositoryException failure(SQLException error) {
    return new RepositoryException(tables.message(error), error);
  }

  @Override
  public void close() throws RepositoryException {
    try {
      tables.close();
    } catch (IOException e) {
      throw new RepositoryException(e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return tables.toString();
  }
}
