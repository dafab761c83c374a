/** The {@code flowgauge} command. */
module io.flowgauge.cli {
  requires info.picocli;
  requires io.flowgauge.api;
  requires io.flowgauge.metrics;
  requires io.flowgauge.model;
}
