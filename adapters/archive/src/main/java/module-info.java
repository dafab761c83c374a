/** Event logs into relational tables and columnar files. */
@SuppressWarnings("requires-automatic") // org.postgresql.jdbc has a name, yet no descriptor.
module io.flowgauge.archive {
  requires io.flowgauge.database;
  requires org.postgresql.jdbc;
  requires org.slf4j; // Of parquet-java, which is on the class path.
  requires transitive io.flowgauge.log;
  requires transitive java.sql;

  exports io.flowgauge.archive;
}
