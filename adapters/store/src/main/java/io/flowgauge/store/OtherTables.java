package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.store.spi.ForeignTables;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tables that another module shows, and runs that it stores in its own way. */
final class OtherTables implements Tables {
  private final ForeignTables tables;

  /** What was stored since this was opened, by the hash of its content. */
  private final Map<String, StoredRun> added = new HashMap<>();

  OtherTables(ForeignTables tables) {
    this.tables = tables;
  }

  @Override
  public Connection connection() {
    return tables.connection();
  }

  @Override
  public StoreResult store(RunReport report, RunDocument document, RunLabel label)
      throws IOException {
    Optional<StoredRun> known = known(document.hash());
    if (known.isPresent()) {
      return new StoreResult(known.get(), false);
    }
    RunValues values = RunValues.of(report, label.subgraphs());
    long id = tables.store(report, values, document, label);
    StoredRun run = StoredRow.of(id, report, values, label);
    added.put(document.hash(), run);
    return new StoreResult(run, true);
  }

  private Optional<StoredRun> known(String hash) throws RepositoryException {
    if (added.containsKey(hash)) {
      return Optional.of(added.get(hash));
    }
    try {
      return new RunQueries(new Statements(connection())).withContent(hash);
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
