/** The {@code flowgauge} command. */
module io.flowgauge.cli {
  requires info.picocli;
  requires io.flowgauge.api;
  requires io.flowgauge.metrics;
  requires io.flowgauge.model;
  requires jdk.jshell;

  uses io.flowgauge.spi.ReportRenderer;
  uses io.flowgauge.trace.RunReader;

  opens io.flowgauge.cli to
      info.picocli;
}
