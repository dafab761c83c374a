/** Latency distributions and makespan estimators. */
@SuppressWarnings("module") // The learning module is compiled later.
module io.flowgauge.probabilistic {
  requires transitive io.flowgauge.model;
  requires org.apache.commons.numbers.gamma;
  requires org.apache.commons.statistics.distribution;

  exports io.flowgauge.probabilistic.answer to
      io.flowgauge.learning;
  exports io.flowgauge.probabilistic.recorded to
      io.flowgauge.learning;
  exports io.flowgauge.probabilistic.network to
      io.flowgauge.learning;
  exports io.flowgauge.probabilistic.sampling to
      io.flowgauge.learning;
  exports io.flowgauge.probabilistic.slots to
      io.flowgauge.learning;

  provides io.flowgauge.spi.PredictionProvider with
      io.flowgauge.probabilistic.PredictionService;
}
