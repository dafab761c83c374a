/** Logs Log4j 2 messages in the event log. */
module io.flowgauge.log4j {
  requires io.flowgauge.events;
  requires transitive org.apache.logging.log4j;
  requires transitive org.apache.logging.log4j.core;

  exports io.flowgauge.log4j;

  // Log4j sets the attributes of plugins by reflection.
  opens io.flowgauge.log4j to
      org.apache.logging.log4j.core;
}
