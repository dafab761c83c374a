/** Parses the text form of NetLogger event logs. */
module io.flowgauge.netlogger {
  requires io.flowgauge.api;

  exports io.flowgauge.netlogger;
}
