/** Addresses, errors and migrations of the databases that adapters use. Internal to Flowgauge. */
@SuppressWarnings("module") // The modules that use it are compiled later.
module io.flowgauge.database {
  requires java.logging;
  requires transitive java.sql;

  exports io.flowgauge.database to
      io.flowgauge.archive,
      io.flowgauge.lake,
      io.flowgauge.store;

  uses java.sql.Driver;
}
