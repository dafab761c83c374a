/** Logs events whose fields vary; shared by the adapters of logging and tracing libraries. */
@SuppressWarnings("module") // These modules are compiled later.
module io.flowgauge.events {
  requires transitive io.flowgauge.log;

  exports io.flowgauge.events to
      io.flowgauge.log4j,
      io.flowgauge.logback,
      io.flowgauge.opentelemetry,
      io.flowgauge.slf4j;
}
