package io.flowgauge.store;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.store.document.RunDocument;
import io.flowgauge.store.spi.ForeignTables;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    StoredRun known = added.get(document.hash());
    if (known == null) {
      known = stored(document.hash());
    }
    if (known != null) {
      return new StoreResult(known, false);
    }
    String workflow = label.workflowOf(report.run());
    long id = tables.store(report, document, workflow, label);
    StoredRun run = StoredRow.of(id, report, workflow, label);
    added.put(document.hash(), run);
    return new StoreResult(run, true);
  }

  private StoredRun stored(String hash) throws RepositoryException {
    try {
      List<StoredRun> runs =
          new RunQueries(new Statements(connection())).runs(RunFilter.all().hash(hash));
      return runs.isEmpty() ? null : runs.get(0);
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
