/** Stores event logs in relational tables. */
@SuppressWarnings({
  "module", // The module that shares the layout is compiled later.
  "requires-automatic" // org.postgresql.jdbc has a module name but no descriptor.
})
module io.flowgauge.archive {
  requires io.flowgauge.database;
  requires org.postgresql.jdbc;
  requires transitive io.flowgauge.log;
  requires transitive java.sql;

  exports io.flowgauge.archive;
  exports io.flowgauge.archive.layout to
      io.flowgauge.parquet;
}
