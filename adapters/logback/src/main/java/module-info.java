/** Logs Logback messages in the event log. */
module io.flowgauge.logback {
  requires transitive ch.qos.logback.classic;
  requires transitive ch.qos.logback.core;
  requires io.flowgauge.events;
  requires org.slf4j;

  exports io.flowgauge.logback;
}
