/** Writes runs to the event log, and reads and follows them. */
module io.flowgauge.runlog {
  requires io.flowgauge.log.text;
  requires transitive io.flowgauge.api;
  requires transitive io.flowgauge.log;

  exports io.flowgauge.runlog;

  provides io.flowgauge.trace.RunReader with
      io.flowgauge.runlog.RunLogReader;
  provides io.flowgauge.trace.RunWriter with
      io.flowgauge.runlog.RunLogWriter;
}
