/** The {@code flowgauge} command. */
module io.flowgauge.cli {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires io.flowgauge.api;
  requires io.flowgauge.archive;
  requires io.flowgauge.instrumentation.nativeprovider;
  requires io.flowgauge.instrumentation.spi;
  requires io.flowgauge.log;
  requires io.flowgauge.metrics;
  requires io.flowgauge.model;
  requires io.flowgauge.store;
  requires jdk.jshell;

  uses io.flowgauge.spi.ComparisonRenderer;
  uses io.flowgauge.spi.ReportRenderer;
  uses io.flowgauge.trace.RunReader;

  opens io.flowgauge.cli to
      info.picocli;
}
