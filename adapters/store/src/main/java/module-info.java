/** The experiment repository: runs in a relational database, queried across experiments. */
module io.flowgauge.store {
  requires io.flowgauge.database;
  requires java.sql;
  requires transitive io.flowgauge.api;

  exports io.flowgauge.store;

  uses io.flowgauge.trace.RunReader;
  uses io.flowgauge.trace.RunWriter;
}
