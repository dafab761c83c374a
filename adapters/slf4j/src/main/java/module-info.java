/** Logs SLF4J messages in the event log. */
module io.flowgauge.slf4j {
  requires io.flowgauge.events;
  requires transitive org.slf4j;

  exports io.flowgauge.slf4j;

  provides org.slf4j.spi.SLF4JServiceProvider with
      io.flowgauge.slf4j.EventLogProvider;
}
