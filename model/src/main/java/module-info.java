/** Workflows, execution graphs and runs as columns of arrays. */
@SuppressWarnings("module") // The modules named in the exports are compiled later.
module io.flowgauge.model {
  requires transitive io.flowgauge.api;

  exports io.flowgauge.model.core to
      io.flowgauge.learning,
      io.flowgauge.metrics,
      io.flowgauge.traces;
  exports io.flowgauge.model.graph to
      io.flowgauge.learning,
      io.flowgauge.metrics,
      io.flowgauge.probabilistic,
      io.flowgauge.traces;

  provides io.flowgauge.spi.ModelProvider with
      io.flowgauge.model.ModelService;
}
