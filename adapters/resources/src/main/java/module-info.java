/** Measured load of processes and hosts, and its forecast. */
module io.flowgauge.resources {
  requires transitive io.flowgauge.instrumentation;
  requires transitive io.flowgauge.log;

  exports io.flowgauge.resources;
  exports io.flowgauge.resources.forecast;

  provides io.flowgauge.trace.RunReader with
      io.flowgauge.resources.ResourceLogReader;
}
