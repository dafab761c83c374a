/** Learns from earlier runs how long the next one takes. */
module io.flowgauge.learning {
  requires transitive io.flowgauge.probabilistic;
  requires org.apache.commons.numbers.gamma;
  requires org.apache.commons.statistics.distribution;

  provides io.flowgauge.spi.HistoryProvider with
      io.flowgauge.learning.LearningService;
}
