/** Latency distributions and makespan estimators. */
module io.flowgauge.probabilistic {
  requires transitive io.flowgauge.model;
  requires org.apache.commons.numbers.gamma;
  requires org.apache.commons.statistics.distribution;

  provides io.flowgauge.spi.PredictionProvider with
      io.flowgauge.probabilistic.PredictionService;
}
