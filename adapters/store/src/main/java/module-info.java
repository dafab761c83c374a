/** The experiment repository: runs in a relational database, queried across experiments. */
@SuppressWarnings("module") // Modules that add kinds of repositories are built later.
module io.flowgauge.store {
  requires io.flowgauge.database;
  requires transitive io.flowgauge.api;
  requires transitive java.sql;

  exports io.flowgauge.store;
  exports io.flowgauge.store.document to
      io.flowgauge.lake;
  exports io.flowgauge.store.spi to
      io.flowgauge.lake;

  uses io.flowgauge.store.spi.RepositoryProvider;
  uses io.flowgauge.trace.RunReader;
  uses io.flowgauge.trace.RunWriter;
}
