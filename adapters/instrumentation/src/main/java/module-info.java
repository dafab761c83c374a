/**
 * Dynamic instrumentation for users of any provider: requests, process tracking, XML documents and
 * the join of profiles with activities.
 */
module io.flowgauge.instrumentation {
  requires java.xml;
  requires transitive io.flowgauge.instrumentation.spi;

  exports io.flowgauge.instrumentation.activity;
  exports io.flowgauge.instrumentation.irl;
  exports io.flowgauge.instrumentation.tracking;
  exports io.flowgauge.instrumentation.xml;

  uses io.flowgauge.instrumentation.ProcessStarts;
}
