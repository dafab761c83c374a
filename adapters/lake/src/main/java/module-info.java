/** Keeps years of runs as Parquet files, which the experiment repository queries. */
module io.flowgauge.lake {
  requires io.flowgauge.database;
  requires io.flowgauge.parquet;
  requires io.flowgauge.report;
  requires transitive io.flowgauge.api;
  requires transitive io.flowgauge.store;
  requires transitive java.sql;

  exports io.flowgauge.lake;

  provides io.flowgauge.store.spi.RepositoryProvider with
      io.flowgauge.lake.LakeProvider;
}
