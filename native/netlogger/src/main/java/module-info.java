/** The text form of NetLogger event logs, taken apart for whoever reads them. */
module io.flowgauge.netlogger {
  requires io.flowgauge.api;

  exports io.flowgauge.netlogger;
}
