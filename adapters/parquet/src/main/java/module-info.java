/** Exports event logs and other tables to columnar files. */
module io.flowgauge.parquet {
  requires org.slf4j; // Used by parquet-java, which is on the class path.
  requires transitive io.flowgauge.archive;
  requires transitive io.flowgauge.log;

  exports io.flowgauge.parquet;
}
