/** Event logs into relational tables. */
@SuppressWarnings({
  "module", // The one that shares the layout is compiled after this one.
  "requires-automatic" // org.postgresql.jdbc has a name, yet no descriptor.
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
