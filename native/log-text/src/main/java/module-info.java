/** Text forms of the event log, copies of logs, and plots of lifelines. */
module io.flowgauge.log.text {
  requires com.fasterxml.jackson.core;
  requires io.flowgauge.api;
  requires io.flowgauge.netlogger;
  requires java.xml;
  requires transitive io.flowgauge.log;

  exports io.flowgauge.log.plot;
  exports io.flowgauge.log.text;
}
